/** The requests for one answer: stages in sequence, the requests of a stage in parallel. */
export type Work = Buffer[][];

type Headers = Record<string, string>;

/** A request as bytes. */
export function requestOf(method: 'GET' | 'POST', path: string, headers: Headers, body?: unknown): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({
    host: '127.0.0.1',
    accept: 'application/json',
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${text}`);
}

/** An operation of an integrator. */
export const graphqlRequest = (key: string, body: unknown): Buffer =>
  requestOf('POST', '/graphql', { authorization: `Bearer ${key}` }, body);

/** A REST call of a client of the product API. */
export const restGet = (key: string, path: string): Buffer => requestOf('GET', path, { 'api-key': key });

/** REST-3. */
export const restUser = (key: string): Buffer =>
  requestOf('POST', '/tasks/api_user_detail', { 'api-key': key }, { task: { api_key: key } });
