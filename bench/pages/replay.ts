/** A product API that repeats our platform's responses (first fetched from PLATFORM_URL), to measure a server alone. `GET /bench/calls`: number of calls. A separate process. */
import { createServer, type IncomingMessage } from 'node:http';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const platform = process.env.PLATFORM_URL ?? '';
const stored = new Map<string, Promise<Answer>>();
let calls = 0;

// No ETags, so that a server that caches responses has no advantage.
const notRepeated = new Set(['connection', 'content-encoding', 'date', 'etag', 'keep-alive', 'transfer-encoding']);
/** The text that each client appends to the key of its role, so that servers see as many callers as there are clients. */
const clientNumber = /-client\d+/g;
const capabilities = '/consoles/ext/capabilities';

async function fetchFirst(method: string, path: string, headers: Record<string, string>, body: string) {
  const answer = await fetch(`${platform}${path}`, { method, headers, ...(body && { body }) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const repeated = [...answer.headers].filter(([name]) => !notRepeated.has(name));
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(repeated), 'content-length': String(bytes.length) },
    body: bytes,
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  if (url === '/bench/calls') {
    response.end(String(calls));
    return;
  }
  // The gateway requests the capabilities of the product API at most once a minute.
  if (url !== capabilities) calls += 1;
  const body = (await readBody(request)).replace(clientNumber, '');
  const key = String(headers['api-key'] ?? '').replace(clientNumber, '');
  const name = `${method} ${url} ${key} ${body}`;
  const sent = { 'api-key': key, 'content-type': String(headers['content-type'] ?? 'application/json') };
  const found = stored.get(name) ?? fetchFirst(method, url, sent, body);
  stored.set(name, found);
  const answer = await found;
  response.writeHead(answer.status, answer.headers).end(answer.body);
}).listen(Number(process.env.PORT), '127.0.0.1');
