import { Pool } from 'undici';

// biome-ignore lint/suspicious/noExplicitAny: as a first version of a gateway treats the bodies of a REST API.
export type Body = any;

/** The context of a request. Its reads of the product API are sent once, like with a data loader. */
export interface PeerContext {
  get(path: string, query?: Body): Promise<Body>;
  post(path: string, body: object): Promise<Body>;
  /** One call for the fields that read from a path, of one organisation, at the same time. */
  getTogether(path: string, query: Body): Promise<Body>;
}

/** Whether the product API has the extensions of our platform. */
export const isExtended = process.env.PRODUCT_API_EXTENSIONS === 'on';

const pool = new Pool(process.env.PRODUCT_API_URL ?? '', { connections: 32 });

/** A path with the parameters that have a value. */
function addressOf(path: string, query: Body): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** The context of a request with this Authorization header. */
export function contextOf(authorization: string | null | undefined): PeerContext {
  const key = authorization?.replace(/^bearer /i, '') ?? '';
  const reads = new Map<string, Promise<Body>>();
  const shared = new Map<string, Body>();
  const send = async (method: 'GET' | 'POST', path: string, body: string | null = null) => {
    const headers = { 'api-key': key, ...(body !== null && { 'content-type': 'application/json' }) };
    return (await pool.request({ method, path, headers, body })).body.json();
  };
  const once = (name: string, read: () => Promise<Body>) => {
    const answer = reads.get(name) ?? read();
    reads.set(name, answer);
    return answer;
  };
  const get: PeerContext['get'] = (path, query = {}) => {
    const address = addressOf(path, query);
    return once(address, () => send('GET', address));
  };
  return {
    get,
    // REST-3 contains the caller's key.
    post(path, body) {
      const text = JSON.stringify(body).replace('"{key}"', JSON.stringify(key));
      return once(`${path} ${text}`, () => send('POST', path, text));
    },
    getTogether(path, query) {
      const name = `together ${path} ${query.org_id}`;
      shared.set(name, { ...shared.get(name), ...query });
      return once(name, async () => {
        await null;
        return get(path, shared.get(name));
      });
    },
  };
}
