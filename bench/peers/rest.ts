import { Pool } from 'undici';

/** The product API as a peer calls it: every answer is parsed whole. */
export interface Rest {
  get(path: string, key: string): Promise<unknown>;
  post(path: string, body: unknown, key: string): Promise<unknown>;
}

const origin = process.env.PRODUCT_API_URL ?? '';

/** With the global fetch, as in the examples of these servers. */
export const withFetch: Rest = {
  get: async (path, key) => (await fetch(`${origin}${path}`, { headers: { 'api-key': key } })).json(),
  async post(path, body, key) {
    const headers = { 'api-key': key, 'content-type': 'application/json' };
    return (await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  },
};

/** With an undici pool. */
export function withPool(): Rest {
  const pool = new Pool(origin, { connections: 32 });
  return {
    async get(path, key) {
      return (await pool.request({ method: 'GET', path, headers: { 'api-key': key } })).body.json();
    },
    async post(path, body, key) {
      const headers = { 'api-key': key, 'content-type': 'application/json' };
      return (await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) })).body.json();
    },
  };
}

/** Sends the same read once in a request, like a data loader. */
export function oncePerRequest(rest: Rest): Rest {
  const known = new Map<string, Promise<unknown>>();
  return {
    get(path, key) {
      const answer = known.get(path) ?? rest.get(path, key);
      known.set(path, answer);
      return answer;
    },
    post: rest.post,
  };
}
