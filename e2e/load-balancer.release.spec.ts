import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as open } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { freePort } from '@console/platform/testing/free-port';
import { expect, test } from '@playwright/test';
import { haproxyConfig } from './chaos/haproxy.ts';
import { findProgram } from './chaos/programs.ts';
import { listens } from './chaos/supervisor.ts';

const program = findProgram('haproxy');
const withoutKey = mutationNames.filter((name) => mutationOf(name).idempotency === 'none');

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Whether headers and body come one after the other. */
  isSlow?: boolean;
}

const query = '{"query":"query Own { viewer { user { id } } }"}';
const mutation = '{"query":"mutation { deactivateUser(id: \\"7\\") { user { id } } }"}';
const hashed = '{"operationName":"UsersPage","extensions":{"persistedQuery":{"version":1,"sha256Hash":"sha256:1"}}}';
const keyed = { 'idempotency-key': 'one' };
const says = (type: string) => ({ 'x-apollo-operation-type': type });
const form = { 'content-type': 'multipart/form-data; boundary=1' };
const inForm = (operations: string) =>
  `--1\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${operations}\r\n--1--\r\n`;
const long = (body: string) => body.replace('{', `{"variables":{"search":"${'a'.repeat(20_000)}"},`);
const charset = { 'content-type': 'application/json; charset=utf-8' };
const escaped = (body: string, text: string, asEscape: string) => body.replace(text, asEscape);

/** Requests to a gateway, and whether another gateway gets the request when the first one has ended. */
const toGateways: Record<'again' | 'once', Record<string, Sent>> = {
  again: {
    'a page': { method: 'GET', path: '/login' },
    'the head of a page': { method: 'HEAD', path: '/login' },
    'a query': { body: query },
    'a query with a body that comes later': { body: query, isSlow: true },
    'a query with another media type': { body: query, headers: charset },
    'a query with a name as Python writes it': { body: query.replace('{', '{"variables":{"search":"J\\u00fcrgen"},') },
    "a query of the console's": { body: hashed, headers: says('query') },
    'a mutation with a key': { body: mutation, headers: keyed },
    "a mutation of the console's with a key": { body: hashed, headers: { ...keyed, ...says('mutation') } },
  },
  once: {
    'a mutation': { body: mutation },
    'a mutation with a body that comes later': { body: mutation, isSlow: true },
    'a mutation and a query': { body: query.replace('query Own', 'mutation A { logout { viewer { id } } } query Own') },
    'an escaped mutation': { body: escaped(mutation, 'mutation', '\\u006dutation') },
    'a mutation that says that it is a query': { body: mutation, headers: says('query') },
    'an operation by its hash': { body: hashed },
    "a mutation of the console's": { body: hashed, headers: says('mutation') },
    'a query with the hash of another operation': { body: hashed.replace('{', `${query.slice(0, -1)},`) },
    'an escaped member': {
      body: escaped(hashed, 'persistedQuery', 'persisted\\u0051uery').replace('{', `${query.slice(0, -1)},`),
    },
    'a query that is too long': { body: long(query) },
    'a mutation with a key that is too long': { body: long(mutation), headers: keyed },
    'a form': { body: inForm(query), headers: form },
    'a form with a key': { body: inForm(mutation), headers: { ...form, ...keyed } },
    'no operation': { body: '["not GraphQL"]' },
    'a query of no known media type': { body: query, headers: { 'content-type': 'text/plain' } },
    'a query of another address': { body: query, path: '/sso/logout/7' },
    'another method': { method: 'PUT', body: query, headers: keyed },
    'an escaped name with a key': { body: '{"query":"mutation { send\\u004ftp { resendIn } }"}', headers: keyed },
    ...Object.fromEntries(
      withoutKey.map((name) => [
        `${name} with a key`,
        { body: `{"query":"mutation { ${name} { __typename } }"}`, headers: keyed },
      ]),
    ),
  },
};

/** Like `toGateways`, for platforms. */
const toPlatforms: typeof toGateways = {
  again: { 'a write with a key': { path: '/api/users', body: '{}', headers: keyed } },
  once: {
    'a write': { path: '/api/users', body: '{}' },
    'a read, which the gateway repeats': { method: 'GET', path: '/api/users' },
  },
};

test('SCALE-6 the file of HAProxy names the mutations that ignore an Idempotency-Key', () => {
  const text = readFileSync(join(import.meta.dirname, '../deploy/haproxy/haproxy.cfg'), 'utf8');
  const named = [...text.matchAll(/^ {2}acl ignores-key req\.body -m sub (.*)$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(named.toSorted()).toEqual(withoutKey.toSorted());
});

/** Two servers that cut the connection at the first request of a kind, and respond to the repetition. */
async function startServers(received: string[], end: (socket: IncomingMessage['socket']) => void) {
  const servers = [1, 2].map(() =>
    createServer(async (request, response) => {
      await buffer(request);
      const { 'x-kind': kind } = request.headers;
      if (typeof kind !== 'string') return void response.end();
      received.push(kind);
      if (received.filter((one) => one === kind).length > 1) response.end();
      else end(request.socket);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers.map((server) => ({ server, port: (server.address() as AddressInfo).port }));
}

/** Sends a request on a new connection, and returns the status of the response. */
async function send(port: number, kind: string, { method, path = '/graphql', headers, body = '', isSlow }: Sent) {
  const length = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const out = open({
    port,
    host: '127.0.0.1',
    agent: false,
    path,
    method: method ?? 'POST',
    headers: { ...length, ...headers, 'x-kind': kind.replace(/[^\w ]/g, '') },
  });
  const answered = once(out, 'response') as Promise<[IncomingMessage]>;
  if (isSlow) {
    out.flushHeaders();
    await delay(50);
  }
  out.end(body);
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

const endings = {
  closes: (socket: IncomingMessage['socket']) => socket.destroy(),
  resets: (socket: IncomingMessage['socket']) => socket.resetAndDestroy(),
};

for (const [ending, end] of Object.entries(endings))
  test(`SCALE-6 SCALE-7 HAProxy sends again what may be done twice when a server ${ending} a connection, and nothing else`, async () => {
    test.skip(program === undefined, 'it is not installed');
    const received: string[] = [];
    const servers = await startServers(received, end);
    const [consolePort, productApi] = [await freePort(), await freePort()];
    const names = ['gateway-1', 'gateway-2', 'platform-1', 'platform-2'];
    const addresses = names.map((name, place) => [name, `127.0.0.1:${servers[place % 2]?.port}`]);
    const file = join(test.info().outputPath(), 'haproxy.cfg');
    writeFileSync(file, haproxyConfig({ console: consolePort, productApi, servers: Object.fromEntries(addresses) }));
    const haproxy = spawn(program ?? '', ['-db', '-f', file], { stdio: 'ignore' });
    try {
      await expect.poll(() => listens(productApi)).toBe(true);
      const backends = [
        { port: consolePort, sent: toGateways },
        { port: productApi, sent: toPlatforms },
      ];
      for (const { port, sent } of backends)
        for (const [times, kinds] of Object.entries(sent))
          for (const [kind, request] of Object.entries(kinds)) {
            const status = await send(port, kind, request);
            const expected = times === 'again' ? [200, 2] : [502, 1];
            const sentKinds = received.filter((one) => one === kind.replace(/[^\w ]/g, ''));
            expect([status, sentKinds.length], kind).toEqual(expected);
          }
    } finally {
      haproxy.kill('SIGKILL');
      for (const { server } of servers) server.close();
    }
  });
