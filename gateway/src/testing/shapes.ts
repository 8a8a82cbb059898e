import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { objectLocators } from '@console/contract/shapes';
import fc from 'fast-check';
import { z } from 'zod';

/** Responses with the same content in the different shapes of external product APIs. A seed chooses a shape for each call. */

/** A response of the real product API, before the gateway gets it. */
export interface ShapedResponse {
  status: number;
  body: unknown;
  /** How the body is written as JSON; by default in UTF-8. */
  written?: Written;
}

interface Written {
  contentType: string;
  bytesOf: (body: unknown) => Buffer;
}

/** Changes the response of a call; `path` is the requested path without its query. */
export type Shape = (method: string, path: string, answer: ShapedResponse) => ShapedResponse;

const escapedJson = (body: unknown, letters: RegExp): string =>
  JSON.stringify(body).replace(letters, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const writtenAs: Record<string, Written> = {
  plain: { contentType: 'application/json', bytesOf: (body) => Buffer.from(JSON.stringify(body)) },
  withMark: { contentType: 'application/json', bytesOf: (body) => Buffer.from(`\uFEFF${JSON.stringify(body)}`) },
  asPage: { contentType: 'text/html; charset=UTF-8', bytesOf: (body) => Buffer.from(`\n${JSON.stringify(body)}\n`) },
  escaped: { contentType: 'application/json', bytesOf: (body) => Buffer.from(escapedJson(body, /[^\0-\x7f]/g)) },
  latin: {
    contentType: 'application/json; charset=ISO-8859-1',
    bytesOf: (body) => Buffer.from(escapedJson(body, /[^\0-\x7f\xa0-\xff]/g), 'latin1'),
  },
};

const variants = fc.record({
  envelope: fc.constantFrom('key', 'bare', 'call', 'noun', 'data', 'dataAndKey', 'callAndKey', 'listOfOne' as const),
  ids: fc.constantFrom('number', 'text'),
  numbers: fc.constantFrom('number', 'text'),
  booleans: fc.constantFrom<(value: boolean) => unknown>(
    (value) => value,
    (value) => String(value),
    (value) => Number(value),
    (value) => String(Number(value)),
  ),
  moments: fc.constantFrom<(iso: string) => unknown>(
    (iso) => iso,
    (iso) => iso.slice(0, -1),
    (iso) => iso.slice(0, -1).replace('T', ' '),
    (iso) => `${new Date(Date.parse(iso) + 19_800_000).toISOString().slice(0, -1)}+05:30`,
    (iso) => Date.parse(iso),
    (iso) => String(Date.parse(iso)),
  ),
  nulls: fc.constantFrom('null', 'missing'),
  emptyLists: fc.constantFrom('list', 'null', 'missing'),
  lists: fc.constantFrom('list', 'rows', 'rowsUnderNoun', 'byNumber', 'byId' as const),
  noObject: fc.constantFrom<unknown>(null, false, []),
  unknownIds: fc.constantFrom('refused', 'dataFalse', 'partFalse' as const),
  nothing: fc.constantFrom<unknown>({}, null, { success: true }, 'ok', { status: 'ok', message: 'Done', errors: [] }),
  extras: fc.boolean(),
  failures: fc.constantFrom(
    'plain',
    'data',
    'good',
    'goodWithStatus',
    'goodWithEmptyList',
    'errorsOnly',
    'listOfErrors' as const,
  ),
  written: fc.constantFrom(...Object.values(writtenAs)),
});
type Variant = typeof variants extends fc.Arbitrary<infer V> ? V : never;

const byAddress = new Map<string, Call>(
  Object.values<Call>(calls).map((call) => [`${call.method} ${call.path}`, call]),
);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = ({ path }: Call) => path.slice(path.lastIndexOf('/') + 1);
const numbered = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

/** The shapes of a seed. */
export function shapeOf(seed: number): Shape {
  const chosen = new Map<string, Variant>();
  const variantOf = ({ name }: Call): Variant => {
    const known = chosen.get(name) ?? fc.sample(variants, { seed: numbered(`${seed} ${name}`), numRuns: 1 })[0];
    if (!known) throw new Error('fast-check gave no variant');
    chosen.set(name, known);
    return known;
  };
  return (method, path, answer) => {
    const call = byAddress.get(`${method} ${path}`);
    if (!call || !isRecord(answer.body)) return answer;
    const variant = variantOf(call);
    const { written } = variant;
    if (answer.status >= 400) return { ...failed(call, variant, answer.status, answer.body), written };
    return answer.status < 300 ? { ...answer, body: succeeded(call, variant, answer.body), written } : answer;
  };
}

/** A failed response. It keeps a status that says more than its text: that the session has ended, or how long to wait. */
function failed(
  call: Call,
  { failures, extras, unknownIds }: Variant,
  status: number,
  body: Record<string, unknown>,
): ShapedResponse {
  const more = extras ? { data: null, code: 'E1', timestamp: 1_767_323_045 } : {};
  const isData = (key: 'success' | 'status') => call.dataKeys?.includes(key) ?? false;
  const mayBeGood = status !== 401 && status !== 429 && status < 500;
  const [first = ''] = Object.keys(call.answer.shape);
  if (status === 404 && call.kind === 'read' && call.absentCode && unknownIds !== 'refused')
    return { status: 200, body: { [unknownIds === 'dataFalse' ? 'data' : first]: false } };
  switch (failures) {
    case 'data':
      return { status, body: { success: false, data: body } };
    case 'good':
      if (!mayBeGood || status !== 422 || isData('success')) break;
      return { status: 200, body: { ...more, success: false, ...body } };
    case 'goodWithEmptyList': {
      if (!mayBeGood || status !== 422 || isData('success')) break;
      const { message, ...rest } = body;
      return { status: 200, body: { success: false, error: message, ...rest, data: [] } };
    }
    case 'goodWithStatus':
      if (!mayBeGood || isData('status')) break;
      return { status: 200, body: { ...more, status: extras ? status : String(status), ...body } };
    case 'errorsOnly':
      if (typeof body.message !== 'string' || body.errors !== undefined) break;
      return { status, body: { ...more, errors: { base: [body.message] }, ...without(body, 'message') } };
    case 'listOfErrors':
      if (typeof body.message !== 'string' || body.errors !== undefined) break;
      return { status, body: { ...more, errors: [{ message: body.message }], ...without(body, 'message') } };
  }
  return { status, body: { ...more, ...body } };
}

const without = (body: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));

function succeeded(call: Call, chosen: Variant, body: Record<string, unknown>): unknown {
  // A write with missing fields in its response causes a read, which the tests would count.
  const variant: Variant = call.kind === 'read' ? chosen : { ...chosen, nulls: 'null' };
  const declared = Object.keys(call.answer.shape);
  if (declared.length === 0) return variant.nothing;
  const content = Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      const part = inner(call.answer.shape[key]);
      if (Array.isArray(value)) return listEntry(variant, key, value, part);
      if (value === null && part instanceof z.ZodObject) return [[key, variant.noObject]];
      return value === null && variant.nulls === 'missing' ? [] : [[key, written(variant, key, value)]];
    }),
  );
  const [[only, value] = []] = Object.keys(body).length === 1 ? Object.entries(content) : [];
  return enveloped(call, variant, content, only, value);
}

/** The schema without its optional and nullable wrappers. */
function inner(schema: unknown): z.ZodType | undefined {
  let found = schema as z.ZodType | undefined;
  while (found instanceof z.ZodOptional || found instanceof z.ZodNullable) found = found.unwrap() as z.ZodType;
  return found;
}

const nounsOf = (schema: z.ZodType | undefined): readonly string[] =>
  (schema && objectLocators.get(schema)?.keys) || [];

function listEntry(variant: Variant, key: string, rows: unknown[], part: z.ZodType | undefined): [string, unknown][] {
  if (rows.length === 0 && variant.emptyLists !== 'list') return variant.emptyLists === 'null' ? [[key, null]] : [];
  const list = rows.map((row) => written(variant, 'row', row));
  const [noun] = nounsOf(part instanceof z.ZodArray ? (part.element as z.ZodType) : undefined);
  if (variant.lists === 'rowsUnderNoun' && noun) return [[key, list.map((row) => ({ [noun]: row }))]];
  if (variant.lists === 'byNumber' || variant.lists === 'byId') return [[key, withGaps(list, variant.lists)]];
  return [[key, variant.lists === 'rows' ? { rows: list, count: list.length } : list]];
}

const listsWithGaps = new WeakSet();

/** A list with gaps as PHP writes it: an object with numbers or the ids of rows as keys. */
function withGaps(list: unknown[], keys: 'byNumber' | 'byId'): object {
  const ids = list.map((row) => (isRecord(row) ? row.id : undefined));
  const hasIds = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  const entries = list.map((row, place) => [keys === 'byId' && hasIds ? String(ids[place]) : 2 * place + 1, row]);
  const object = Object.fromEntries(entries);
  if (list.every(isRecord)) listsWithGaps.add(object);
  return listsWithGaps.has(object) ? object : list;
}

function enveloped(
  call: Call,
  { envelope, extras }: Variant,
  content: Record<string, unknown>,
  only: string | undefined,
  value: unknown,
): unknown {
  const more = extras
    ? { success: true, status: call.dataKeys?.includes('status') ? 'sent' : 'ok', message: '', request: { id: 5 } }
    : {};
  const isObject =
    isRecord(value) &&
    !('rows' in value) &&
    objectLocators.get(inner(call.answer.shape[only ?? '']) ?? z.never()) !== undefined;
  const isList = Array.isArray(value) || (isRecord(value) && listsWithGaps.has(value));
  const [noun] = nounsOf(inner(call.answer.shape[only ?? '']));
  switch (envelope) {
    case 'bare':
      return isObject || isList ? value : { ...more, ...content };
    case 'call':
      return isObject || isList ? { ...more, [nameOf(call)]: value } : { ...more, [nameOf(call)]: content };
    case 'noun':
      return isObject && noun
        ? { ...more, [noun]: value }
        : Array.isArray(value)
          ? { ...more, records: value }
          : { ...more, ...content };
    case 'data':
      return { ...more, data: isObject || isList ? value : content };
    case 'dataAndKey':
      return { ...more, data: content };
    case 'callAndKey':
      return { ...more, [nameOf(call)]: content };
    case 'listOfOne':
      return isObject && only ? { ...more, [only]: [value] } : { ...more, ...content };
    default:
      return { ...more, ...content };
  }
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A value of a response, including nested values, as this product API writes it. */
function written(variant: Variant, key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => written(variant, key, entry));
  if (isRecord(value)) {
    const isKept = ([name, entry]: [string, unknown]) =>
      entry !== null || variant.nulls === 'null' || name === 'organizer';
    const entries = Object.entries(value).filter(isKept);
    const odd = variant.extras ? { lock_version: 3, tags: [], meta: null } : {};
    return { ...odd, ...Object.fromEntries(entries.map(([name, entry]) => [name, written(variant, name, entry)])) };
  }
  if (typeof value === 'boolean') return variant.booleans(value);
  if (typeof value === 'number')
    return (/(^|_)id$/.test(key) ? variant.ids : variant.numbers) === 'text' ? String(value) : value;
  if (typeof value === 'string' && isoMoment.test(value)) return variant.moments(value);
  return value;
}
