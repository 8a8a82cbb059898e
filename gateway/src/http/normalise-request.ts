import type { FastifyRequest } from 'fastify';
import { isRecord } from '../product-api/shape.ts';

/** Media types have no case, and the readers of bodies compare them in small letters. */
export function normaliseMediaType({ headers }: FastifyRequest): void {
  const type = headers['content-type'];
  if (type !== undefined) headers['content-type'] = type.trimStart().replace(/^[^;]*/, (media) => media.toLowerCase());
}

const optionalParameters = ['operationName', 'variables', 'extensions'];
const emptyInSearch = new RegExp(`(?<=^|&)(?:${optionalParameters.join('|')})=?(?:&|$)`, 'g');

/** An empty text in place of an optional parameter is its absence: forms and generated clients send it. */
export function dropEmptyParameters({ body, raw }: FastifyRequest): void {
  if (isRecord(body)) for (const name of optionalParameters) if (body[name] === '') Reflect.deleteProperty(body, name);
  const start = raw.url?.indexOf('?') ?? -1;
  if (raw.url === undefined || start < 0) return;
  raw.url = raw.url.slice(0, start + 1) + raw.url.slice(start + 1).replace(emptyInSearch, '');
}
