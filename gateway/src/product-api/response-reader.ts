import type { Call, CallResponse } from '@console/contract/call';
import { type ObjectLocator, objectLocators, option } from '@console/contract/shapes';
import { z } from 'zod';
import {
  envelopesOf,
  hasContent,
  isDoneText,
  isRefusal,
  type UnknownRecord,
  unwrapSingleEntry,
  wrapperKeysOf,
} from './envelopes.ts';
import { idOf, isFalse, isRecord } from './shape.ts';

/** Parts by the contract's keys: null if null, undefined if missing. An unreadable list is null. */
export type ApiResponse<C extends Call> = {
  readonly [K in keyof CallResponse<C>]?: PartOf<NonNullable<CallResponse<C>[K]>>;
};
type PartOf<V> = V extends readonly unknown[]
  ? readonly unknown[] | null
  : V extends object
    ? UnknownRecord | null
    : unknown;

interface Part {
  key: string;
  kind: 'object' | 'list' | 'value';
  /** Neither optional nor nullable in our platform's response. */
  required: boolean;
  locator: ObjectLocator;
  /** Shared by lists of the same kind. */
  element: z.ZodType | null;
}

const envelopeLists = new Set(['errors', 'error', 'messages', 'warnings', 'links', 'meta', 'pagination', 'paging']);

const locatorOf = (schema: z.ZodType): ObjectLocator =>
  objectLocators.get(schema) ?? {
    keys: [],
    // Every object has an id.
    identifyingKeys: schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((key) => key !== 'id') : [],
  };

function partOf(key: string, declared: z.ZodType): Part {
  let schema = declared;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap() as z.ZodType;
  const required = schema === declared;
  if (schema instanceof z.ZodObject)
    return { key, kind: 'object', required, locator: locatorOf(schema), element: null };
  if (!(schema instanceof z.ZodArray))
    return { key, kind: 'value', required, locator: locatorOf(schema), element: null };
  const element = schema.element as z.ZodType;
  return { key, kind: 'list', required, locator: locatorOf(element), element };
}

const partsOfResponses = new WeakMap<z.ZodObject, readonly Part[]>();

function partsOf({ answer }: Call): readonly Part[] {
  const cached = partsOfResponses.get(answer);
  if (cached) return cached;
  const parts = Object.entries(answer.shape).map(([key, schema]) => partOf(key, schema as z.ZodType));
  partsOfResponses.set(answer, parts);
  return parts;
}

export type Reading<C extends Call> =
  | { refused: false; response: ApiResponse<C> /** Missing required parts. */; missing: string[] }
  | { refused: true };

/** Finds declared parts: bare, under the contract's key, the call's name, the object's noun or `data`. No content with `success: false`, `error`, `errors` or a failing `status` is a refusal. */
export function readResponse<C extends Call>(call: C, body: unknown): Reading<C> {
  const parts = partsOf(call);
  const envelopes = envelopesOf(call, body, !parts.some(({ kind }) => kind === 'list'));
  const partValues = parts.map((part) => [part, find(call, part, body, envelopes)] as const);
  const isDone = partValues.some(([part, value]) => isPresent(call, part, value, envelopes));
  const isFalseResponse = isFalse(body) || (call.kind !== 'read' && isFalseInside(call, envelopes));
  if (!isDone && (isFalseResponse || envelopes.some((envelope) => isRefusal(call, envelope)))) return { refused: true };
  return {
    refused: false,
    response: Object.fromEntries(partValues.map(([{ key }, value]) => [key, value])) as ApiResponse<C>,
    missing: partValues.flatMap(([{ key, kind, required }, value]) =>
      required && (value === null || (value === undefined && kind !== 'list')) ? key : [],
    ),
  };
}

/** Whether a wrapper has false in place of its content. */
const isFalseInside = (call: Call, envelopes: readonly UnknownRecord[]): boolean =>
  envelopes.some((envelope) => wrapperKeysOf(call).some((wrapper) => envelope[wrapper] === false));

/** Whether a wrapper has a text in place of its content, other than a word for success. */
const hasTextInside = (call: Call, envelopes: readonly UnknownRecord[]): boolean =>
  envelopes.some((envelope) =>
    wrapperKeysOf(call).some((wrapper) => {
      const value = envelope[wrapper];
      return typeof value === 'string' && !isDoneText(value);
    }),
  );

function find(call: Call, part: Part, body: unknown, envelopes: readonly UnknownRecord[]): unknown {
  if (part.kind === 'object') return findObject(call, part, body, envelopes);
  if (part.kind === 'list') return findList(call, part, body, envelopes);
  return findValue(call, part, body, envelopes);
}

/** Whether a part has content, so that it is not a refusal. An object without its id was never stored. */
function isPresent(
  call: Call,
  { key, kind, required }: Part,
  value: unknown,
  envelopes: readonly UnknownRecord[],
): boolean {
  if (kind === 'value')
    return (
      required && (hasContent(value) || (value !== undefined && call.dataKeys?.some((name) => name === key) === true))
    );
  if (value === null) return !required && envelopes.some((envelope) => envelope[key] === null);
  if (kind === 'list') return Array.isArray(value) && value.length > 0;
  return isRecord(value) && (!('id' in value) || idOf(value.id) !== null);
}

const hasIdentifyingKey = ({ locator }: Part, record: UnknownRecord): boolean =>
  locator.identifyingKeys.some((key) => key in record);

/** Object at a key, also in a list of one; null if empty; otherwise undefined. */
function recordAt(envelope: UnknownRecord, key: string): UnknownRecord | null | undefined {
  const value = Object.hasOwn(envelope, key) ? unwrapSingleEntry(envelope[key]) : undefined;
  if (isRecord(value)) return Object.keys(value).length > 0 ? value : null;
  return value === null || value === false || (Array.isArray(value) && value.length === 0) ? null : undefined;
}

function findObject(
  call: Call,
  part: Part,
  body: unknown,
  envelopes: readonly UnknownRecord[],
): UnknownRecord | null | undefined {
  const keys = [part.key, ...part.locator.keys];
  let none = body === null;
  for (const envelope of envelopes)
    for (const key of keys) {
      const record = recordAt(envelope, key);
      if (record)
        return hasIdentifyingKey(part, record) ? record : (findObject(call, part, record, [record]) ?? record);
      none ||= record === null;
    }
  const bare = envelopes.find((envelope) => hasIdentifyingKey(part, envelope));
  if (bare) return bare;
  const isNull = envelopes.some((envelope) => wrapperKeysOf(call).some((wrapper) => envelope[wrapper] === null));
  return none || isNull || isFalseInside(call, envelopes) ? null : undefined;
}

/** A list, also an object by id, as PHP writes a list with gaps. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  const isById = entries.every(([key, row]) => isRecord(row) && (/^\d+$/.test(key) || idOf(row.id) === key));
  return entries.length > 0 && isById ? entries.map(([, row]) => row) : undefined;
}

const isLabel = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Options of an object of id to label, as PHP writes them. */
export function optionsById(value: unknown): readonly UnknownRecord[] | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([, label]) => isLabel(label))
    ? entries.map(([id, label]) => ({ id, label }))
    : undefined;
}

const hasOnlyNumbers = (record: UnknownRecord): boolean => {
  const keys = Object.keys(record);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
};

function findList(
  call: Call,
  part: Part,
  body: unknown,
  envelopes: readonly UnknownRecord[],
): readonly unknown[] | null | undefined {
  const lists = partsOf(call).filter(({ kind }) => kind === 'list');
  // Two lists of the same kind can come as one, which the caller separates.
  const fits = lists.every(({ element }) => element === part.element);
  const hasOptions = part.element === option;
  const open = envelopes.flatMap((envelope) => wrapperKeysOf(call).map((name) => envelope[name]));
  // Words such as `message` are not ids unless the list's key is there.
  const unnamedIn = (value: unknown) =>
    listIn(value) ?? (hasOptions && isRecord(value) && hasOnlyNumbers(value) ? optionsById(value) : undefined);
  const unnamed = [body, ...open].map(unnamedIn).find((list) => list !== undefined);
  let rows = fits ? unnamed : undefined;
  let isStrange = false;
  for (const envelope of envelopes) {
    const value = envelope[part.key];
    const list = listIn(value) ?? (hasOptions ? optionsById(value) : undefined);
    if (list) return unwrapped(part, list);
    const inner = onlyListIn(value);
    rows ??= inner;
    isStrange ||= value != null && !inner && !(isRecord(value) && Object.keys(value).length === 0);
  }
  if (rows) return unwrapped(part, rows);
  if (isStrange || (body != null && typeof body !== 'object') || (unnamed && unnamed.length > 0)) return null;
  if (envelopes.some(hasOnlyNumbers)) return null;
  // The only list of the response is used if no key of the contract matches.
  const others = envelopes.flatMap((envelope) =>
    Object.entries(envelope).flatMap(([key, value]) =>
      Array.isArray(value) && !envelopeLists.has(key) ? [{ key, value }] : [],
    ),
  );
  if (others.length === 0) return hasUnknownContent(call, envelopes) ? null : undefined;
  if (others.some(({ key }) => lists.some((list) => list.key === key))) return undefined;
  const filled = others.filter(({ value }) => value.length > 0);
  const [only] = filled.length > 0 ? filled : others;
  return lists.length === 1 && filled.length <= 1 && only ? unwrapped(part, only.value) : null;
}

/** List in an object next to the envelope's own fields; undefined for several, such as options under headings. */
function onlyListIn(value: unknown): readonly unknown[] | undefined {
  if (!isRecord(value)) return undefined;
  const lists = Object.entries(value).flatMap(([key, entry]) => {
    const list = envelopeLists.has(key) ? undefined : listIn(entry);
    return list === undefined ? [] : [list];
  });
  const filled = lists.filter(({ length }) => length > 0);
  return filled.length > 1 ? undefined : (filled[0] ?? lists[0]);
}

/** Whether an envelope has unknown content instead of a list, so that a missing list is not an empty one. */
function hasUnknownContent(call: Call, envelopes: readonly UnknownRecord[]): boolean {
  const declared = partsOf(call).map(({ key }) => key);
  if (envelopes.some((envelope) => declared.some((key) => key in envelope))) return false;
  if (isFalseInside(call, envelopes) || hasTextInside(call, envelopes)) return true;
  const known = new Set([...envelopeLists, ...wrapperKeysOf(call)]);
  return envelopes.some((envelope) => {
    const values = Object.entries(envelope).flatMap(([key, value]) => (known.has(key) ? [] : [value]));
    return values.length > 0 && values.every((value) => isRecord(value) && Object.keys(value).length > 0);
  });
}

/** Rows without a noun that wraps each. */
function unwrapped(part: Part, rows: readonly unknown[]): readonly unknown[] {
  const [first] = rows;
  if (!isRecord(first) || hasIdentifyingKey(part, first)) return rows;
  const noun = part.locator.keys.find((key) => isRecord(first[key]));
  return noun === undefined ? rows : rows.map((row) => (isRecord(row) ? (row[noun] ?? row) : row));
}

function findValue(call: Call, part: Part, body: unknown, envelopes: readonly UnknownRecord[]): unknown {
  // The innermost value is the call's own.
  const named = envelopes
    .toReversed()
    .map((envelope) => (Object.hasOwn(envelope, part.key) ? envelope[part.key] : undefined));
  const isAlone = part.required && partsOf(call).length === 1;
  const unnamed = isAlone
    ? [body, ...envelopes.flatMap((envelope) => wrapperKeysOf(call).map((name) => envelope[name]))]
    : [];
  return [...named, ...unnamed].find((value) => value != null && typeof value !== 'object');
}
