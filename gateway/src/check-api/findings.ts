import { type ApiObject, apiObjects } from '@console/contract/api-document/api-objects';
import { isExtensionField } from '@console/contract/api-document/api-schemas';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { z } from 'zod';
import type { GatewaySettings } from '../base/settings.ts';
import { consoleModuleRoleRows } from '../core/lookup-lists.ts';
import type { UnknownRecord } from '../product-api/envelopes.ts';
import { sanitiseMessage } from '../product-api/errors.ts';
import { listIn, optionsById } from '../product-api/response-reader.ts';
import { isRecord } from '../product-api/shape.ts';
import type { Reply } from './check-client.ts';
import type { ApiCheck } from './read-call-checks.ts';
import { notesOnContent } from './response-notes.ts';
import type { RowReader } from './row-readers.ts';

/** Path of a part in the body, `bare` at its root; null if it is missing. */
function locateInBody(body: unknown, key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const [row] = Array.isArray(value) ? value : [];
  const byId =
    row === undefined ? null : pathTo(body, (one) => isRecord(one) && (listIn(one)?.[0] === row || isOption(one, row)));
  if (byId) return `${written(byId)}, an object by id`;
  const path =
    pathTo(body, (one) => one === value && typeof one === 'object') ??
    (row === undefined ? null : pathTo(body, (one) => one === row && typeof one === 'object')) ??
    pathTo(body, (one, path) => one === value && path.at(-1) === key);
  if (path === null) return body === value ? 'bare' : 'found';
  return written(path);
}

/** Whether an object of id to label begins with an option that was read. */
function isOption(one: unknown, row: unknown): boolean {
  const [first] = optionsById(one) ?? [];
  return first !== undefined && isRecord(row) && first.id === row.id && first.label === row.label;
}

const written = (path: readonly string[]): string =>
  path.length === 0 ? 'bare' : `under ${path.join('.').replaceAll('.[]', '[]')}`;

const mostNested = 6;

/** Path to the first match, breadth first. */
function pathTo(body: unknown, fits: (value: unknown, path: readonly string[]) => boolean): readonly string[] | null {
  let level: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let depth = 0; depth <= mostNested; depth++) {
    const found = level.find(({ value, path }) => fits(value, path));
    if (found) return found.path;
    level = level.flatMap(({ value, path }) => {
      if (Array.isArray(value))
        return value.slice(0, 1).map((entry) => ({ value: entry as unknown, path: [...path, '[]'] }));
      return isRecord(value)
        ? Object.entries(value).map(([key, entry]) => ({ value: entry, path: [...path, key] }))
        : [];
    });
  }
  return null;
}

const mostPlaces = 3;

/** Number and places of entries in a body without the list of a call. */
const entriesIn = (body: unknown): string => entriesBelow(body, []).slice(0, mostPlaces).join(', ');

function entriesBelow(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.length > 0 ? [`${value.length} entries ${written(path)}`] : [];
  if (!isRecord(value) || path.length > mostNested) return [];
  const entries = Object.entries(value);
  const areRows =
    entries.length > 0 &&
    (isByNumber(value) ||
      entries.every(([, entry]) => isRecord(entry) && !hasOnlyObjects(entry) && !isByNumber(entry)));
  if (areRows) return [`${entries.length} entries in an object ${written(path)}`];
  return entries.flatMap(([key, entry]) => entriesBelow(entry, [...path, key]));
}

/** Whether an object has texts or numbers by number, such as labels by id. */
const isByNumber = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(value).every(([key, entry]) => /^\d+$/.test(key) && typeof entry !== 'object');

const hasOnlyObjects = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.values(value).every((entry) => typeof entry === 'object' && entry !== null);

export interface Finding {
  call: Call;
  /** How the call was made, if it was made differently before. */
  label?: string;
  answered: string;
  understood: string;
  rows: string;
  missing: string;
  /** Whether the console works with the response; null for a call that was not made, or only refused the credentials. */
  isGood: boolean | null;
  without: string;
  isVital: boolean;
  notes: string[];
}

export type Readers = Readonly<Record<keyof typeof apiObjects, RowReader>>;
type Check = Pick<ApiCheck, 'call' | 'without' | 'isVital' | 'anyPart' | 'lacks'>;

const mostOfNote = 300;
const toOneLine = (text: string, most = 100): string => sanitiseMessage(text.replace(/\s+/g, ' ')).slice(0, most);

export const notSent = 'not sent';

export const unsentFinding = ({ call, without, isVital = false }: Check, reason: string): Finding => ({
  call,
  answered: notSent,
  understood: reason,
  rows: '',
  missing: '',
  isGood: null,
  without,
  isVital,
  notes: [],
});

export function findingOf(check: Check, reply: Reply, readers: Readers, settings: GatewaySettings): Finding {
  const { call, without, isVital = false } = check;
  const answered = reply.status === null ? 'no response' : String(reply.status);
  const content = reply.failure === null ? notesOnContent(reply.body, settings) : [];
  const notes = [...reply.notes, ...content].map((note) => toOneLine(note, mostOfNote));
  const common = { call, answered, without, isVital, notes };
  if (reply.failure !== null) {
    const understood = toOneLine(`${reply.failure.code}: ${reply.reason}`);
    return { ...common, understood, rows: '', missing: '', isGood: false };
  }
  const { body, response, missing } = reply;
  const parts = Object.entries<z.ZodType>(call.answer.shape)
    .filter(([, { description }]) => !isExtensionField({ description }))
    .map(([key, schema]) => partOf(check, key, schema, (response as UnknownRecord)[key], body, readers));
  const needed = check.anyPart && missing.length < parts.length ? [] : missing.filter((key) => !isList(call, key));
  const lacking = [...new Set([...needed, ...parts.flatMap(({ lacks }) => lacks), ...(check.lacks?.(response) ?? [])])];
  const unshown = parts.flatMap(({ note }) => note ?? []);
  const places = parts.flatMap(({ key, place }) => {
    if (place === null) return [];
    return parts.length === 1 || place.endsWith(key) ? place : `${key} ${place}`;
  });
  return {
    ...common,
    understood: toOneLine(places.join(', ') || 'empty'),
    rows: parts.flatMap(({ rows }) => rows ?? []).join(' + '),
    missing: toOneLine([...lacking, ...unshown].join(', ')),
    isGood: lacking.length === 0,
  };
}

interface PartFinding {
  key: string;
  place: string | null;
  rows?: number;
  lacks: string[];
  /** Note for a missing part that the console only does not show. */
  note?: string;
}

function partOf(
  { call, isVital = false }: Check,
  key: string,
  declared: z.ZodType,
  value: unknown,
  body: unknown,
  readers: Readers,
): PartFinding {
  const schema = unwrapped(declared);
  const place = locateInBody(body, key, value);
  if (call.name === calls.moduleRoleList.name && isRecord(value)) {
    const rows = consoleModuleRoleRows({ [key]: value });
    if (rows === null) return { key, place, lacks: [`${key}.Console`] };
    return { ...listOf(`${key}.Console`, rows, 'Role', readers), key, place };
  }
  if (schema instanceof z.ZodArray) {
    // A vital list is never empty: it contains the caller.
    if (value === null || (value === undefined && isVital)) {
      const instead = value === null ? entriesIn(body) : 'nothing in its place';
      return { key, place, lacks: [instead ? `${key} (${instead})` : key] };
    }
    return { ...listOf(key, value, objectNamed(schema.element as z.ZodType), readers), key, place };
  }
  const name = objectNamed(schema);
  const isLacking = isRecord(value) && name !== null && readers[name](value) === null;
  return { key, place, lacks: isLacking && name ? [`${key} without ${neededOf(name)}`] : [] };
}

function listOf(
  key: string,
  value: unknown,
  name: keyof Readers | null,
  readers: Readers,
): Omit<PartFinding, 'key' | 'place'> {
  if (value === undefined) return { rows: 0, lacks: [], note: `${key} (read as empty)` };
  if (!Array.isArray(value)) return { lacks: [] };
  const dropped = name === null ? 0 : value.filter((row) => readers[name](row) === null).length;
  const text = `${neededOf(name)} in ${dropped} of ${value.length} ${key}`;
  if (dropped === 0) return { rows: value.length, lacks: [] };
  return {
    rows: value.length - dropped,
    ...(dropped === value.length ? { lacks: [text] } : { lacks: [], note: `${text} (not shown)` }),
  };
}

const isList = ({ answer }: Call, key: string): boolean =>
  unwrapped(answer.shape[key] as z.ZodType) instanceof z.ZodArray;

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}

const names = new Map<unknown, keyof Readers>(
  Object.entries<ApiObject>(apiObjects).map(([name, { schema }]) => [schema, name as keyof Readers]),
);
const objectNamed = (schema: z.ZodType): keyof Readers | null => names.get(schema) ?? null;
const neededOf = (name: keyof Readers | null): string => (name === null ? '' : apiObjects[name].needed.join(' or '));
