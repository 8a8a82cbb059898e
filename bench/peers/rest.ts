import { Pool } from 'undici';

/** A call of the product API with the caller's key; every answer is parsed whole. */
type Send = (method: 'GET' | 'POST', path: string, key: string, body?: string) => Promise<unknown>;

// biome-ignore lint/suspicious/noExplicitAny: as a first version of a gateway treats the bodies of a REST API.
export type Body = any;

/** The context of a request. Its reads of the product API are sent once, like with a data loader. */
export interface PeerContext {
  get(path: string): Promise<Body>;
  post(path: string, body: object): Promise<Body>;
}

const origin = process.env.PRODUCT_API_URL ?? '';

const headersOf = (key: string, body?: string) => ({
  'api-key': key,
  ...(body !== undefined && { 'content-type': 'application/json' }),
});

/** With the global fetch, as in the examples of these servers. */
export const withFetch: Send = async (method, path, key, body) =>
  (await fetch(`${origin}${path}`, { method, headers: headersOf(key, body), ...(body && { body }) })).json();

/** With an undici pool. */
export function withPool(): Send {
  const pool = new Pool(origin, { connections: 32 });
  return async (method, path, key, body) =>
    (await pool.request({ method, path, headers: headersOf(key, body), body: body ?? null })).body.json();
}

/** The context of a request with this Authorization header. */
export function contextOf(send: Send, authorization: string | null | undefined): PeerContext {
  const key = authorization?.replace(/^bearer /i, '') ?? '';
  const reads = new Map<string, Promise<unknown>>();
  const once = (method: 'GET' | 'POST', path: string, body?: string) => {
    const name = `${path} ${body}`;
    const read = reads.get(name) ?? send(method, path, key, body);
    reads.set(name, read);
    return read;
  };
  return {
    get: (path) => once('GET', path),
    // REST-3 contains the caller's key.
    post: (path, body) => once('POST', path, JSON.stringify(body).replace('"{key}"', JSON.stringify(key))),
  };
}
