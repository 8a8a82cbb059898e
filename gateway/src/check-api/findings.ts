import { type ApiObject, apiObjects } from '@console/contract/api-document/api-objects';
import { isExtensionField } from '@console/contract/api-document/api-schemas';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { z } from 'zod';
import { consoleModuleRoleRows } from '../core/lookup-lists.ts';
import type { UnknownRecord } from '../product-api/envelopes.ts';
import { sanitiseMessage } from '../product-api/errors.ts';
import { isRecord } from '../product-api/shape.ts';
import type { Reply } from './check-client.ts';
import type { ApiCheck } from './read-call-checks.ts';
import type { RowReader } from './row-readers.ts';

export interface Finding {
  call: Call;
  answered: string;
  understood: string;
  rows: string;
  missing: string;
  /** Whether the console works with the response; null for a call that was not made. */
  isGood: boolean | null;
  without: string;
  isVital: boolean;
}

type Readers = Readonly<Record<keyof typeof apiObjects, RowReader>>;
type Check = Pick<ApiCheck, 'call' | 'without' | 'isVital' | 'anyPart' | 'lacks'>;

const oneLine = (text: string): string => sanitiseMessage(text).replace(/\s+/g, ' ').slice(0, 100);

export const unsentFinding = ({ call, without, isVital = false }: Check, reason: string): Finding => ({
  call,
  answered: 'not sent',
  understood: reason,
  rows: '',
  missing: '',
  isGood: null,
  without,
  isVital,
});

export function findingOf(check: Check, reply: Reply, readers: Readers): Finding {
  const { call, without, isVital = false } = check;
  const answered = reply.status === null ? 'no answer' : String(reply.status);
  const common = { call, answered, without, isVital };
  if (reply.failure !== null) {
    const understood = oneLine(`${reply.failure.code}: ${reply.reason}`);
    return { ...common, understood, rows: '', missing: '', isGood: false };
  }
  const { body, response, missing } = reply;
  const parts = Object.entries<z.ZodType>(call.answer.shape)
    .filter(([, { description }]) => !isExtensionField({ description }))
    .map(([key, schema]) => partOf(call, key, schema, (response as UnknownRecord)[key], body, readers));
  const needed = check.anyPart && missing.length < parts.length ? [] : missing;
  const lacking = [...new Set([...needed, ...parts.flatMap(({ lacks }) => lacks), ...(check.lacks?.(response) ?? [])])];
  const notes = parts.flatMap(({ note }) => note ?? []);
  const places = parts.flatMap(({ key, place }) => {
    if (place === null) return [];
    return parts.length === 1 || place.endsWith(key) ? place : `${key} ${place}`;
  });
  return {
    ...common,
    understood: oneLine(places.join(', ') || 'empty'),
    rows: parts.flatMap(({ rows }) => rows ?? []).join(' + '),
    missing: oneLine([...lacking, ...notes].join(', ')),
    isGood: lacking.length === 0,
  };
}

interface PartFinding {
  key: string;
  place: string | null;
  rows?: number;
  /** Missing fields without which the console does not work. */
  lacks: string[];
  /** A missing part that is only not shown. */
  note?: string;
}

function partOf(
  call: Call,
  key: string,
  declared: z.ZodType,
  value: unknown,
  body: unknown,
  readers: Readers,
): PartFinding {
  const schema = unwrapped(declared);
  const place = locateInBody(body, key, value);
  if (call.name === calls.moduleRoleList.name && isRecord(value))
    return { ...listOf(`${key}.Console`, consoleModuleRoleRows({ [key]: value }), 'Role', readers), key, place };
  if (schema instanceof z.ZodArray)
    return { ...listOf(key, value, objectNamed(schema.element as z.ZodType), readers), key, place };
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
  // The response reader has reported it already.
  if (!Array.isArray(value)) return { lacks: value === null ? [key] : [] };
  const dropped = name === null ? 0 : value.filter((row) => readers[name](row) === null).length;
  const text = `${neededOf(name)} in ${dropped} of ${value.length} ${key}`;
  if (dropped === 0) return { rows: value.length, lacks: [] };
  return {
    rows: value.length - dropped,
    ...(dropped === value.length ? { lacks: [text] } : { lacks: [], note: `${text} (not shown)` }),
  };
}

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

/** Where in the body a part was found: `bare`, or its path; null when it is missing. */
export function locateInBody(body: unknown, key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const [row] = Array.isArray(value) ? value : [];
  const path =
    pathTo(body, (one) => one === value && typeof one === 'object') ??
    (row === undefined ? null : pathTo(body, (one) => one === row && typeof one === 'object')) ??
    pathTo(body, (one, path) => one === value && path.at(-1) === key);
  if (path === null) return body === value ? 'bare' : 'found';
  return path.length === 0 ? 'bare' : `under ${path.join('.').replaceAll('.[]', '[]')}`;
}

const mostNested = 6;

/** The path to the first matching value, breadth first. */
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
