import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkScim } from './check-scim.ts';

/** A server that creates users and can do nothing else but delete them. */
const users = new Map<string, unknown>();
let onRequest: () => void = () => undefined;
let deletion = 204;
const server = createServer(async (request, response) => {
  onRequest();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const id = request.url?.split('/').at(-1) ?? '';
  const isKnown = request.headers.authorization === 'Bearer key-of-the-test';
  if (isKnown && request.method === 'DELETE') {
    if (deletion === 204) users.delete(id);
    return response.writeHead(deletion).end();
  }
  if (!isKnown || request.method !== 'POST' || !request.url?.endsWith('/Users'))
    return response.writeHead(418).end(`no ${request.headers.authorization}`);
  const user = { id: `id-${users.size + 1}`, userName: 'created' };
  users.set(user.id, user);
  return response.writeHead(201, { 'content-type': 'application/scim+json' }).end(JSON.stringify(user));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim/v2`;
afterAll(() => server.close());
beforeEach(() => {
  users.clear();
  onRequest = () => undefined;
  deletion = 204;
});

async function check(
  args: string[],
  { env = {}, typed, signal }: { env?: Record<string, string>; typed?: string; signal?: AbortSignal } = {},
) {
  const printed: string[] = [];
  const terminal = {
    isInteractive: typed !== undefined,
    print: (text: string) => void printed.push(text),
    askSecret: async () => typed ?? '',
  };
  const code = await checkScim(args, env, terminal, signal);
  return { code, text: printed.join('\n') };
}

test.each([
  [['no-url'], 'Give one URL.'],
  [[], 'Give one URL.'],
  [['https://a.example/scim/v2', 'my-key'], 'Give one URL.'],
  [['https://user:password@a.example/scim/v2'], 'Give one URL.'],
  [['https://a.example/scim/v2'], 'Set SCIM_KEY.'],
])('CHECKSCIM-5 check-scim %j is wrong usage', async (args, problem) => {
  const { code, text } = await check(args);

  expect(code).toBe(2);
  expect(text).toContain(problem);
  expect(text).toContain('Usage: check-scim URL');
});

test('CHECKSCIM-5 the key is typed or in SCIM_KEY, and is never printed', async () => {
  const typed = await check([url], { typed: 'key-of-the-test' });
  expect(typed.text).toContain('ok      RFC 7644 3.3');
  expect(await check([url], { env: { SCIM_KEY: 'key-of-the-test' } })).toEqual(typed);

  expect(typed.code).toBe(1);
  expect(typed.text).toContain('no Bearer [key]');
  expect(typed.text).not.toContain('key-of-the-test');
});

test('CHECKSCIM-5 users are deleted after failed checks, also those that should have been refused', async () => {
  let created = 0;
  onRequest = () => {
    created = Math.max(created, users.size);
  };
  const { text } = await check([url], { env: { SCIM_KEY: 'key-of-the-test' } });

  expect(created).toBeGreaterThan(3);
  expect(users.size).toBe(0);
  expect(text).toContain('All users of the check are deleted.');
});

test('CHECKSCIM-5 users are deleted when the check is stopped', async () => {
  const stop = new AbortController();
  onRequest = () => {
    if (users.size === 2) stop.abort();
  };
  const { code, text } = await check([url], { env: { SCIM_KEY: 'key-of-the-test' }, signal: stop.signal });

  expect([code, users.size]).toEqual([1, 0]);
  expect(text).not.toContain('RFC 7644 3.6');
});

test('CHECKSCIM-5 users that cannot be deleted are named', async () => {
  deletion = 429;
  const { code, text } = await check([url], { env: { SCIM_KEY: 'key-of-the-test' } });

  expect(code).toBe(1);
  expect(text).toContain('Not deleted: created (id-1): 429');
  expect(text).not.toContain('All users of the check are deleted.');
});
