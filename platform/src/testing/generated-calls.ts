import type { Call } from '@console/contract/call';
import fc, { type GeneratorValue } from 'fast-check';
import { z } from 'zod';
import { bodyOf, fieldPart, filePart, formHeaders } from './forms.ts';
import { anyHeader, anyText, anyValue, jsonText, numberUpTo, oddsOf, rarely } from './hostile-values.ts';

export interface GeneratedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  body?: Buffer;
}

/** Valid values of a field or file by name. */
export type KnownValues = (field: string) => readonly unknown[];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Chooses the values of one request: all valid, some invalid, or many. */
class Chooser {
  readonly known: KnownValues;
  readonly g: GeneratorValue;
  readonly isOdd: () => boolean;

  constructor(g: GeneratorValue, known: KnownValues) {
    this.g = g;
    this.known = known;
    this.isOdd = oddsOf(g);
  }

  value(schema: JsonSchema, field: string): unknown {
    if (this.isOdd()) return this.g(anyValue);
    const existing = this.known(field);
    if (existing.length > 0 && !this.isOdd()) return this.g(fc.constantFrom, ...existing);
    const choices = schema.enum ?? [];
    if (choices.length > 0) return this.g(fc.constantFrom, ...choices);
    const kinds = (schema.anyOf ?? []) as JsonSchema[];
    const kind = kinds[numberUpTo(this.g, Math.max(0, kinds.length - 1))];
    if (kind) return this.value(kind, field);
    if (schema.type === 'object') return this.object(schema);
    if (schema.type === 'array')
      return Array.from({ length: numberUpTo(this.g, 3) }, () => this.value(schema.items as JsonSchema, field));
    if (schema.type === 'boolean') return this.g(fc.boolean);
    if (schema.type === 'integer' || schema.type === 'number') return this.g(fc.integer);
    return this.isOdd() ? this.g(anyText) : this.g(fc.constantFrom, 'x', 'Some text', 'é', '');
  }

  object(schema: JsonSchema): Record<string, unknown> {
    const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
    const entries = properties
      .filter(([field]) => (schema.required?.includes(field) ? !this.isOdd() : rarely(this.g, 2)))
      .map(([field, property]) => [field, this.value(property, field)] as const);
    return Object.fromEntries(this.isOdd() ? [...entries, [this.g(anyText), this.g(anyValue)]] : entries);
  }
}

const schemas = new Map<z.ZodType, JsonSchema>();
function jsonSchemaOf(type: z.ZodType): JsonSchema {
  const schema = schemas.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  schemas.set(type, schema);
  return schema;
}

const oddPairs = ['%', '%FF', '&&&', 'a[b]=c', 'org_id=1', 'org_id[]=1', '__proto__=1', '+', 'search=%20%20'];
const oddTypes = ['application/json; charset=utf-16', 'text/plain', 'application/x-www-form-urlencoded'];
const contentTypes = fc.oneof(fc.constantFrom(...oddTypes, 'multipart/form-data'), anyHeader());
const anyContentType = () => contentTypes;
const oddHeaders = [
  ...['accept', 'content-encoding', 'x-request-id', 'x-client-address', 'x-key-use', 'access-token'],
  ...['idempotency-key', 'x-request-deadline-ms', 'x-forwarded-for', 'host', 'cookie', 'authorization'],
];
const methods = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'];

/** A query string; a list repeats its key. */
function searchOf(chooser: Chooser, query: z.ZodType): string {
  const pairs = Object.entries(chooser.object(jsonSchemaOf(query))).flatMap(([key, value]) =>
    [value]
      .flat()
      .map((one) => `${encode(key)}=${encode(typeof one === 'object' ? JSON.stringify(one) : String(one))}`),
  );
  const more = chooser.isOdd() ? [chooser.g(fc.constantFrom, ...oddPairs)] : [];
  return [...pairs, ...more].join('&').slice(0, 8_000);
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** A request for a call, with valid values or with other types, encodings, content types and headers. */
export function generateRequest(g: GeneratorValue, call: Call, known: KnownValues): GeneratedRequest {
  const chooser = new Chooser(g, known);
  const search = call.query ? searchOf(chooser, call.query) : '';
  const fields = call.body ? chooser.object(jsonSchemaOf(call.body)) : {};
  const request: GeneratedRequest = {
    method: chooser.isOdd() ? g(fc.constantFrom, ...methods) : call.method,
    url: search ? `${call.path}?${search}` : call.path,
    headers: {},
  };
  if (call.kind === 'upload') Object.assign(request, formFor(chooser, call, fields));
  else if (call.body || chooser.isOdd()) {
    const text = jsonText(chooser.isOdd() ? g(anyValue) : fields, numberUpTo(g, 60_000));
    request.headers = { 'content-type': 'application/json' };
    request.body = damaged(chooser, Buffer.from(text));
  }
  const { headers } = request;
  if (chooser.isOdd()) headers['content-type'] = g(anyContentType);
  if (chooser.isOdd()) headers[g(fc.constantFrom, ...oddHeaders)] = g(anyHeader);
  return request;
}

/** A body, sometimes in another encoding, cut or replaced. */
function damaged(chooser: Chooser, bytes: Buffer): Buffer {
  if (!chooser.isOdd()) return bytes;
  const kind = numberUpTo(chooser.g, 3);
  if (kind === 0) return Buffer.from(bytes.toString(), 'utf16le');
  if (kind === 1) return Buffer.from(bytes.toString(), 'latin1');
  return kind === 2 ? Buffer.from(chooser.g(fc.uint8Array)) : bytes.subarray(0, numberUpTo(chooser.g, bytes.length));
}

const oddFiles = fc.oneof(
  fc.constantFrom('', 'a', '<svg/>', 'GIF89a', '\u0089PNG\r\n', 'firstname,lastname\n"', 'email\n\n\n'),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);
const anyFile = () => oddFiles;

function formFor(chooser: Chooser, call: Call, fields: Record<string, unknown>) {
  const texts = Object.entries(fields).map(([name, value]) =>
    fieldPart(name, typeof value === 'object' ? JSON.stringify(value) : value),
  );
  const names = (call.files ?? []).filter(() => !chooser.isOdd());
  const files = names.map((name) => {
    const good = chooser.known(name) as (string | Buffer)[];
    const content = chooser.isOdd() ? chooser.g(anyFile) : chooser.g(fc.constantFrom, ...good);
    return filePart(content, { name, filename: chooser.isOdd() ? chooser.g(anyText) : `${name}.csv` });
  });
  return { headers: { ...formHeaders }, body: damaged(chooser, bodyOf(...texts, ...files)) };
}
