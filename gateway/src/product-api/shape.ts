import type { entOrg, entUsr, file } from '@console/contract/shapes';
import type { z } from 'zod';

/** The tolerant reader: any part of an answer may be missing or of another type. Known keys are picked, nothing is copied whole. */

/** A body as it came: every key of the declared shape, nothing certain about its value. */
export type Raw<S extends z.ZodType> = { readonly [K in keyof z.output<S>]?: unknown };
export type UserBody = Raw<typeof entUsr>;
export type OrganisationBody = Raw<typeof entOrg>;
export type FileBody = Raw<typeof file>;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object, else an empty one, so that reading on is safe. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** An id as text: numbers and texts alike; null for anything else. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** An id as it is sent: digits without a leading zero, at most 15, as a JSON number; anything else as it is. */
export const idOut = (id: string): number | string => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** A text with something in it, a number as text, else null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Only true, 1 and their texts are true: 'false' is not. */
export const boolOf = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** Only false, 0 and their texts are false: what is missing is not. */
export const isFalse = (value: unknown): boolean =>
  value === false || value === 0 || value === 'false' || value === '0';

/** A whole number, also as text; null for anything else. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : null;
}

/** Whether anything of an object is known. */
export const hasAny = (parts: object): boolean => Object.values(parts).some((part) => part !== null);

/** A user limit: a missing, negative or unreadable one is none. */
export function userLimitOf(value: unknown): number | null {
  const limit = wholeOf(value);
  return limit === null || limit < 0 ? null : limit;
}

/** A moment as `toISOString` writes it, on one of the days that every month has. */
const canonicalMoment = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const writtenMoment =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?\s*(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d))?$/i;
const latestMoment = 8.64e15;

/** A moment in milliseconds since 1970: ISO 8601 with or without time and zone (without one, UTC), or the milliseconds as number or text; else null. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d{11,16}$/.test(value.trim()))) {
    const time = Number(value);
    return Math.abs(time) <= latestMoment ? time : null;
  }
  const parts = typeof value === 'string' ? writtenMoment.exec(value.trim()) : null;
  if (!parts) return null;
  const [, year, month, day, time = '00:00', , hours, minutes] = parts;
  const moment = Date.parse(`${year}-${month}-${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`);
  return Number.isNaN(moment) ? null : moment;
}

/** A moment in ISO 8601; null for what is no date. */
export function momentOf(value: unknown): string | null {
  // Most are well written already: reading them would cost more than anything else about a row.
  if (typeof value === 'string' && canonicalMoment.test(value)) return value;
  const time = timeOf(value);
  return time === null ? null : new Date(Math.round(time)).toISOString();
}

/** A user, or null when what must be there (id and email) is not. */
export function userOf(value: unknown): UserBody | null {
  const user = recordOf(value);
  return idOf(user.id) !== null && textOf(user.email) !== null ? user : null;
}

/** An organisation, or null when what must be there (id and name) is not. */
export function organisationOf(value: unknown): OrganisationBody | null {
  const organisation = recordOf(value);
  return idOf(organisation.id) !== null && textOf(organisation.brandname) !== null ? organisation : null;
}

/** First and last name, as far as they are known; empty for somebody who was only invited. */
export const nameOf = ({ firstname, lastname }: UserBody): string =>
  [textOf(firstname), textOf(lastname)].filter(Boolean).join(' ');
