import { addressHash } from '@console/server-base/log-addresses';
import { afterEach, expect, test } from 'vitest';
import { programHeaders, requestResetDocument } from '../testing/documents.ts';
import { loginDocument, mode, startTestSystem, type TestSystem, testWith, viewerDocument } from '../testing/system.ts';

const secret = 'shared by gateway and platform in tests';
const from = { 'x-forwarded-for': '192.0.2.8' };

let system: TestSystem;
afterEach(() => system.close());

const start = async (settings: Record<string, string> = {}) => {
  system = await startTestSystem({ settings: { GATEWAY_SECRET: secret, TRUST_PROXY: '1', ...settings } });
};

type Line = Record<string, unknown>;
const of = (logs: string[], msg: string) =>
  logs.map((line): Line => JSON.parse(line)).filter((line) => line.msg === msg);

/** Log line of the request that the given function sends. */
async function lineOf(act: () => Promise<unknown>): Promise<Line> {
  system.logs.length = 0;
  await act();
  await expect.poll(() => of(system.logs, 'request').length).toBe(1);
  return of(system.logs, 'request')[0] ?? {};
}

/** The fields of a log line that identify the sender. */
const who = ({ userId, keyId, accountId, address, addressHash: hash }: Line) =>
  Object.fromEntries(
    Object.entries({ userId, keyId, accountId, address, addressHash: hash }).filter(([, value]) => value !== undefined),
  );
const hashed = { addressHash: addressHash(secret, '192.0.2.8') };

/** An API key of the Organiser, and the fields that identify it in the log line of its requests. */
async function key() {
  const apiKey = await system.integrationKey('orgA');
  const { id } = await system.platform.db
    .selectFrom('api_key')
    .select('id')
    .where('ent_usr_id', '=', system.platform.users.orgA.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  // A product API without extensions reports the key's owner, but not the key's id.
  const fields = mode === 'on' ? { keyId: String(id) } : { userId: String(system.platform.users.orgA.id) };
  return { headers: { ...from, ...programHeaders(apiKey) }, fields };
}

test('LOG-3 the line of a request has the user of its session, its API key, or else the hash of its address', async () => {
  await start();
  const tab = await system.signIn('orgA');
  const stranger = system.client();
  const { headers, fields } = await key();
  const ask = (more: Record<string, string | undefined>) => () => stranger.graphql(viewerDocument, {}, more);
  const user = { userId: String(system.platform.users.orgA.id) };

  expect(who(await lineOf(() => tab.graphql(viewerDocument, {}, from)))).toEqual(user);
  expect(who(await lineOf(() => stranger.graphql('{ nothing }', {}, headers)))).toEqual(hashed);
  expect(who(await lineOf(ask(headers)))).toEqual(fields);
  // The key was accepted a moment ago, so the gateway knows it although this request does not check it.
  if (mode === 'on') expect(who(await lineOf(() => stranger.graphql('{ nothing }', {}, headers)))).toEqual(fields);
  expect(who(await lineOf(ask({ ...from, ...programHeaders('unknown-key-canary') })))).toEqual(hashed);
  expect(who(await lineOf(ask(from)))).toEqual(hashed);
  expect(who(await lineOf(() => fetch(`${system.origin}/nowhere`, { headers: from })))).toEqual(hashed);
});

test('LOG-3 a key that was accepted and then revoked is no longer logged', async () => {
  await start();
  const stranger = system.client();
  const { headers, fields } = await key();
  const ask = () => stranger.graphql(viewerDocument, {}, headers);
  expect(who(await lineOf(ask))).toEqual(fields);
  await system.platform.db.updateTable('api_key').set({ revoked_at: system.platform.now() }).execute();
  expect(who(await lineOf(ask))).toEqual(hashed);
});

test('LOG-3 the line of a sign-in has the account once it is signed in, and never an email; a sign-out has its user', async () => {
  await start();
  const tab = system.client();
  const { id, email } = system.platform.users.orgA;
  const log = (password: string) => () => tab.graphql(loginDocument, { input: { email, password } }, from);
  expect(who(await lineOf(log('Wrong-passw0rd')))).toEqual(hashed);
  const signedIn = await lineOf(() => system.login(tab, 'orgA'));
  expect(signedIn).toMatchObject({ signIn: 'login', signInResult: 'LoginSuccess', accountId: String(id) });
  expect(who(await lineOf(() => tab.graphql('mutation { logout { viewer { user { id } } } }', {}, from)))).toEqual({
    userId: String(id),
  });
  expect(system.logs.join('')).not.toContain(email);
});

test('LOG-3 a request that is refused before its session is opened is followed to its user', async () => {
  await start({ REQUEST_KB_PER_CALLER: '20' });
  const tab = await system.signIn('orgA');
  const userId = String(system.platform.users.orgA.id);
  await tab.graphql(viewerDocument, {}, from);
  const line = await lineOf(() => tab.graphql(`{ viewer { user { id } } } # ${'x'.repeat(30_000)}`, {}, from));
  expect(line).toMatchObject({ status: 429, userId });
  expect(who(line)).toEqual({ userId });
});

testWith('on', 'LOG-5 the platform has the same address hash, and the account of a wrong password', async () => {
  await start();
  const lines = system.platform.logs;
  const answered = async (path: string, act: () => Promise<unknown>) => {
    lines.length = 0;
    await act();
    await expect.poll(() => of(lines, 'answered').some((line) => line.path === path)).toBe(true);
    return of(lines, 'answered').find((line) => line.path === path) ?? {};
  };
  const { id, email } = system.platform.users.orgA;
  const accountId = String(id);
  const stranger = system.client();
  const wrong = { input: { email, password: 'Wrong-passw0rd' } };
  const login = await lineOf(async () => {
    expect(who(await answered('/login', () => stranger.graphql(loginDocument, wrong, from)))).toEqual({
      accountId,
      ...hashed,
    });
  });
  expect(login.requestId).toBe(of(lines, 'answered').find(({ path }) => path === '/login')?.requestId);
  const reset = () => stranger.graphql(requestResetDocument, { email }, from);
  expect(who(await answered('/consoles/console_reset_pwd_link', reset))).toEqual({ accountId, ...hashed });
});

test.each([
  ['full', { address: '192.0.2.8' }],
  ['none', {}],
])('LOG-4 with LOG_ADDRESSES=%s a line has the address so', async (value, fields) => {
  await start({ LOG_ADDRESSES: value });
  expect(who(await lineOf(() => system.client().graphql(viewerDocument, {}, from)))).toEqual(fields);
});

test('COUNTED-14 an address in X-Forwarded-For is read without its port and brackets, also behind a second proxy', async () => {
  await start({ TRUST_PROXY: '127.0.0.1, ::1, 10.0.0.0/8' });
  const stranger = system.client();
  const hashOf = async (forwarded: string) =>
    who(await lineOf(() => stranger.graphql('{ nothing }', {}, { 'x-forwarded-for': forwarded })));
  expect(await hashOf('192.0.2.8:4711, 10.0.0.2:80')).toEqual(hashed);
  const ofNetwork = { addressHash: addressHash(secret, '2001:db8::1') };
  expect(await hashOf('[2001:db8::1]:4711')).toEqual(ofNetwork);
  expect(await hashOf('2001:db8::1')).toEqual(ofNetwork);
});
