import { type RoleKey, roleByName } from '@console/contract/access';
import { isErasedEmail, profileFields } from '@console/contract/fields/user-rules';
import type { entOrg, entUsr } from '@console/contract/shapes';
import { decodeHTMLStrict } from 'entities';
import type { z } from 'zod';

/** A tolerant reader: any part can be missing or of another type. Only known keys are read. */

export type Raw<S extends z.ZodType> = { readonly [K in keyof z.output<S>]?: unknown };
export type UserBody = Raw<typeof entUsr>;
export type OrganisationBody = Raw<typeof entOrg>;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, else an empty one. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** Id as text, from a number or text; otherwise null. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Id to send: up to 15 digits without a leading zero become a JSON number. */
export const toWireId = (id: string): number | string => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** A non-blank text, or a number as text; otherwise null. */
export function textOf(value: unknown): string | null {
  if (Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export const unescapedText = (text: string): string => decodeHTMLStrict(text);

/** Only true, 1 and their texts are true: 'false' is not. */
export const boolOf = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

/** Only false, 0 and their texts are false: a missing value is not. */
export const isFalse = (value: unknown): boolean =>
  value === false || value === 0 || value === 'false' || value === '0';

/** A whole number, also from text; else null. */
export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : null;
}

export const hasNonNull = (parts: object): boolean => Object.values(parts).some((part) => part !== null);

/** Null without a limit: for a missing, negative or unreadable value. */
export function userLimitOf(value: unknown): number | null {
  const limit = integerOf(value) ?? -1;
  return limit < 0 ? null : limit;
}

/** A date in the format of `toISOString`, on a day that every month has. */
const canonicalMoment = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const writtenMoment =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?\s*(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d))?$/i;
const latestMoment = 8.64e15;

/** Milliseconds since 1970, from ISO 8601 with or without time and zone (UTC by default) or milliseconds; else null. */
export function timeMsOf(value: unknown): number | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d{11,16}$/.test(value.trim()))) {
    const time = Number(value);
    return Math.abs(time) <= latestMoment ? time : null;
  }
  const parts = typeof value === 'string' ? writtenMoment.exec(value.trim()) : null;
  if (!parts) return null;
  const [, year, month, day, time = '00:00', , hours, minutes] = parts;
  // Date.parse takes 31 February for 3 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return null;
  const moment = Date.parse(`${year}-${month}-${day}T${time}${hours ? `${hours}:${minutes}` : 'Z'}`);
  return Number.isNaN(moment) ? null : moment;
}

/** ISO 8601; null for an invalid date. */
export function isoTimeOf(value: unknown): string | null {
  // Most dates need no parsing, which would be the most expensive part of a row.
  if (typeof value === 'string' && canonicalMoment.test(value)) return value;
  const time = timeMsOf(value);
  return time === null ? null : new Date(Math.round(time)).toISOString();
}

export function userOf(value: unknown): UserBody | null {
  const user = recordOf(value);
  return idOf(user.id) !== null && textOf(user.email) !== null ? user : null;
}

export function organisationOf(value: unknown): OrganisationBody | null {
  const organisation = recordOf(value);
  return idOf(organisation.id) !== null && textOf(organisation.brandname) !== null ? organisation : null;
}

/** Name as far as known; empty for a user who was only invited. */
export const fullNameOf = ({ firstname, lastname }: UserBody): string =>
  [textOf(firstname), textOf(lastname)].filter(Boolean).join(' ');

export const nameOrEmailOf = (user: UserBody): string | null => fullNameOf(user) || textOf(user.email);

export const isErased = ({ email }: UserBody): boolean => isErasedEmail(textOf(email) ?? '');

export const isOrganisationKeyCaller = (user: UserBody): boolean => recordOf(user).key_owner === 'organisation';

/** Role by stable name or label; numeric ids differ between installations. */
export function roleOf(user: UserBody): RoleKey | null {
  const role = recordOf(user.role);
  return roleByName(textOf(role.idStr), textOf(role.name), textOf(role.label), textOf(user.role));
}

const requiredKeys = [
  'brandname',
  'is_disabled',
  'facility',
  'organizer',
  'logo',
  'user_limit',
  'total_asmts_count',
] as const;

/** Null if fields are missing. */
export function organisationIfComplete(answered: unknown): OrganisationBody | null {
  const organisation = organisationOf(answered);
  return organisation !== null && requiredKeys.every((key) => key in organisation) ? organisation : null;
}

/** User of REST-19 to REST-21; null if fields are missing. */
export function userIfComplete(answered: UserBody | null | undefined): UserBody | null {
  const user = userOf(answered);
  const whole = user !== null && [...profileFields, 'role', 'dept_lead', 'is_disabled'].every((key) => key in user);
  return whole ? user : null;
}
