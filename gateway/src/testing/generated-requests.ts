import { anyHeader, anyText, anyValue, jsonText, numberUpTo, rarely } from '@console/platform/testing/hostile-values';
import fc, { type GeneratorValue } from 'fast-check';
import type { GeneratedOperation } from './generated-operations.ts';
import { multipart, multipartType, type Part } from './multipart.ts';

/** A request with its headers as alternating names and values, so that a name can occur twice. */
export interface GeneratedRequest {
  method: string;
  path: string;
  headers: string[];
  body?: Buffer;
}

const accepts = ['application/graphql-response+json', 'application/json', '*/*', 'application/json, */*;q=0.1'];
const oddTypes = ['text/plain', 'application/graphql', 'application/x-www-form-urlencoded', 'multipart/form-data'];
const contentTypes = fc.oneof(fc.constantFrom(...oddTypes, 'application/json; charset=latin1'), anyHeader());
const anyContentType = () => contentTypes;
const oddHeaders = [
  ...['accept', 'content-encoding', 'content-type', 'cookie', 'authorization', 'origin', 'sec-fetch-site', 'host'],
  ...['x-csrf-guard', 'x-console-page', 'x-onboarding-token', 'x-forwarded-for', 'access-token', 'accept-encoding'],
];
const oddBodies = ['', '{', '[]', 'null', '"query"', '{"query":1}', '{"query":null,"id":"x"}', '{"extensions":[]}'];
/** Node reads at most 16 kB of URL and headers. */
const longestSearch = 8_000;
const fileContents = fc.oneof(
  fc.constantFrom('', 'a', '<svg/>', 'GIF89a', 'first_name\n"', '\n\n\n'),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);
const anyFile = () => fileContents;

/** The HTTP request for an operation: like that of a page, or with another method, encoding, type, order or number of headers. */
export function requestOf(
  g: GeneratorValue,
  isOdd: () => boolean,
  operation: GeneratedOperation,
  { caller, fileFor }: { caller: Record<string, string>; fileFor: (path: string) => string | Buffer },
): GeneratedRequest {
  const { query, variables, files } = operation;
  const headers: Record<string, string> = { accept: g(fc.constantFrom, ...accepts), 'x-csrf-guard': '1', ...caller };
  const sent: Record<string, unknown> = { query, variables };
  if (isOdd()) sent.operationName = g(anyText);
  if (isOdd()) sent.extensions = g(anyValue);
  if (isOdd()) sent[g(fc.constantFrom, 'query', 'variables', 'id', '__proto__')] = g(anyValue);
  const text = jsonText(isOdd() ? [sent, sent] : sent, numberUpTo(g, 40_000));
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString();
  if (isOdd() && search.length < longestSearch) {
    return { method: 'GET', path: `/graphql?${search}`, headers: listed(g, isOdd, headers) };
  }
  headers['content-type'] = 'application/json';
  let body = Buffer.from(isOdd() ? g(fc.constantFrom, ...oddBodies) : text);
  if (files.length > 0 && !isOdd()) {
    headers['content-type'] = multipartType;
    const contents = files.map((path) => (isOdd() ? g(anyFile) : fileFor(path)));
    body = multipart(partsOf(g, isOdd, text, files, contents));
  }
  return {
    method: isOdd() && rarely(g, 4) ? g(fc.constantFrom, 'PUT', 'DELETE', 'OPTIONS', 'PATCH') : 'POST',
    path:
      isOdd() && rarely(g, 4)
        ? g(fc.constantFrom, '/graphql?', '/graphql/', '/graphql?query={', '/GraphQL')
        : '/graphql',
    headers: listed(g, isOdd, headers),
    body: damaged(g, isOdd, body),
  };
}

function partsOf(
  g: GeneratorValue,
  isOdd: () => boolean,
  text: string,
  files: readonly string[],
  contents: readonly (string | Buffer)[],
): Part[] {
  const map = isOdd() ? g(anyValue) : Object.fromEntries(files.map((path, place) => [place, [path]]));
  const parts: Part[] = [
    { name: 'operations', text },
    { name: 'map', text: JSON.stringify(map) ?? '' },
    ...contents.map((content, place) => ({ name: String(place), text: content, file: 'a.csv' })),
  ];
  if (isOdd()) parts.push({ head: 'no colon' });
  return isOdd() ? parts.reverse() : parts;
}

/** Headers as a list, in which a name can occur twice. */
function listed(g: GeneratorValue, isOdd: () => boolean, headers: Record<string, string>): string[] {
  const entries = Object.entries(headers);
  if (isOdd()) entries.push(['content-type', g(anyContentType)]);
  if (isOdd()) entries.push([g(fc.constantFrom, ...oddHeaders), g(anyHeader)]);
  if (isOdd()) entries.splice(numberUpTo(g, entries.length - 1), 1);
  return (isOdd() ? entries.reverse() : entries).flat();
}

/** A body, possibly in another encoding, truncated or replaced. */
function damaged(g: GeneratorValue, isOdd: () => boolean, bytes: Buffer): Buffer {
  if (!isOdd()) return bytes;
  const kind = numberUpTo(g, 3);
  if (kind === 0) return Buffer.from(bytes.toString(), 'utf16le');
  if (kind === 1) return Buffer.from(bytes.toString(), 'latin1');
  return kind === 2 ? Buffer.from(g(fc.uint8Array)) : bytes.subarray(0, numberUpTo(g, bytes.length));
}
