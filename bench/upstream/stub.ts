/** A product API that only sends prepared bodies, to measure the servers before it. A process of its own. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { inactiveList, userListLookups } from './bodies.ts';
import { allOrganisations, answersFor } from './prepared.ts';

interface Sent {
  status: number;
  body?: Buffer;
  etag?: string;
}

const json = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
const none = json(inactiveList());
const beside = new Map(Object.entries(userListLookups).map(([path, body]) => [path, json(body)]));
const noPasscode = json({ success: true, enabled: false });
const unknown: Sent = { status: 404, body: json({ message: 'Not found' }) };

async function read(request: IncomingMessage): Promise<{ ent_usr?: { email?: string } }> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

/** The email of a sign-in is the key and any domain. */
async function signIn(request: IncomingMessage): Promise<Sent> {
  const key = (await read(request)).ent_usr?.email?.split('@', 1)[0] ?? '';
  const answers = answersFor(key);
  return answers ? { status: 200, ...answers.signIn(key) } : unknown;
}

function answer({ url, headers }: IncomingMessage): Sent {
  const path = url?.split('?', 1)[0] ?? '';
  const body = beside.get(path);
  if (body) return { status: 200, body };
  const key = String(headers['api-key'] ?? '');
  const found = answersFor(key);
  if (!found) return unknown;
  switch (path) {
    case '/tasks/api_user_detail':
      return { status: 200, ...found.user(key) };
    case '/consoles/org_detail':
      return { status: 200, ...found.organisation() };
    case '/consoles/org_list':
      return { status: 200, ...allOrganisations };
    case '/consoles/inactive_user_list':
      return { status: 200, body: none };
    case '/consoles/active_user_list': {
      const { body: list, etag } = found.list();
      return etag !== undefined && headers['if-none-match'] === etag
        ? { status: 304, etag }
        : { status: 200, body: list, etag };
    }
    case '/bench/change':
      return { status: 200, body: json({ firstName: found.change() }) };
    default:
      return unknown;
  }
}

function send(response: ServerResponse, { status, body, etag }: Sent): void {
  response.writeHead(status, {
    ...(body && { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }),
    ...(etag && { etag }),
  });
  response.end(body);
}

createServer((request, response) => {
  if (request.url === '/login') void signIn(request).then((sent) => send(response, sent));
  else if (request.url === '/consoles/is_multi_factor_enabled') send(response, { status: 200, body: noPasscode });
  else send(response, answer(request));
}).listen(Number(process.env.PORT), '127.0.0.1');
