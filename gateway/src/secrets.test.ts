import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import * as documents from './testing/documents.ts';
import { logoutDocument, password, startTestSystem, type TestSystem, viewerDocument } from './testing/system.ts';
import { goodProfile } from './testing/user-mutations.ts';

let system: TestSystem;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'console-web-'));
  await writeFile(join(webDir, 'index.html'), '<div id="root"></div>');
  system = await startTestSystem({ webDir, settings: { LOG_LEVEL: 'debug' } });
});
beforeEach(() => system.reset());
afterAll(async () => {
  await system.close();
  await rm(webDir, { recursive: true });
});

const allLogs = () => [...system.logs, ...system.platform.logs].join('\n');
const fresh = (word: string) => ({ password: `Canary-${word}-1`, passwordConfirmation: `Canary-${word}-1` });
/** All secrets that were sent to the product API or received from it. */
function exchanged(): string[] {
  const names = /"(?:api_key|session_token|token|login_attempt|remember_token|reset_password_token)":"([^"]+)"/g;
  const bodies = [
    ...system.upstream.answers,
    ...system.upstream.requests.map(({ body }) => JSON.stringify(body) ?? ''),
  ];
  const headers = system.upstream.requests.flatMap(({ headers }) => [headers['api-key'], headers['access-token']]);
  return [...bodies.flatMap((text) => [...text.matchAll(names)].map(([, secret]) => secret)), ...headers].filter(
    (secret): secret is string => typeof secret === 'string' && secret !== '',
  );
}

test('GQL-12 CASES-2 CASES-15 through every mutation no response and no log line contains a key, token, password or what was encrypted', async () => {
  const texts: string[] = [];
  const act = async (tab: TestClient, document: string, variables = {}) => {
    const answer = await tab.graphql(document, variables);
    texts.push(
      answer.text.replace(/sessionToken=[^"&]*/g, ''),
      JSON.stringify({ ...answer.headers, 'set-cookie': '' }),
    );
    return answer;
  };
  const tab = await system.signIn('orgA');
  system.platform.moveClock(6 * 60_000);
  await act(tab, viewerDocument);
  await act(tab, '{ lookups { subscribedModules { id } } }');
  await act(tab, documents.encryptDocument, { data: 'Canary-data' });
  await act(tab, documents.updateProfileDocument, { input: goodProfile });
  const { data } = await act(tab, documents.switchDocument, { id: 'auditor' });
  const sessionToken = new URL(data.switchModule.url).searchParams.get('sessionToken') ?? '';
  const other = await system.signIn('orgB');
  other.page = system.client().page;
  expect((await act(other, documents.adoptDocument, { token: sessionToken })).data.adoptSession.__typename).toBe(
    'SessionOfAnother',
  );
  expect((await act(other, documents.adoptDocument, { confirm: true })).data.adoptSession.__typename).toBe(
    'LoginSuccess',
  );
  await act(system.client(), documents.adoptDocument, { token: 'Canary-of-a-wrong-hand-over' });

  await act(tab, documents.changePasswordDocument, {
    input: { ...fresh('refused'), currentPassword: 'Canary-of-a-wrong-one' },
  });
  const changed = await act(tab, documents.changePasswordDocument, {
    input: { ...fresh('changed'), currentPassword: password },
  });
  expect(changed.errors).toEqual([]);
  await act(tab, documents.requestResetDocument, { email: 'unknown@nowhere.example' });
  const token = await system.resetToken('orgA');
  const input = { ...fresh('reset'), email: 'orga@a.example', token };
  await act(tab, documents.passwordResetDocument, { token });
  await act(tab, documents.resetPasswordDocument, { input: { ...input, passwordConfirmation: 'Canary-other' } });
  expect((await act(tab, documents.resetPasswordDocument, { input })).errors).toEqual([]);
  await act(tab, documents.resetPasswordDocument, { input });
  await act(tab, documents.resetPasswordDocument, { input: { ...input, token: ['Canary-in-a-list'] } }).catch(
    () => null,
  );
  await act(other, logoutDocument);

  const secrets = new Set([...exchanged(), password, token, sessionToken]);
  expect(secrets.size).toBeGreaterThan(8);
  // A value of the wrong type is quoted to its sender only.
  const answers = texts.filter((text) => !text.includes('got invalid value'));
  for (const secret of [...secrets, 'Canary-']) {
    expect(answers.filter((text) => text.includes(secret))).toEqual([]);
    expect(allLogs().includes(secret)).toBe(false);
  }
});

test('CASES-15 SECURITY-3.3 the addresses that carry tokens are served as pages, and no access log has their query', async () => {
  for (const path of [
    '/login?sessionToken=canary-in-address',
    '/reset-password?reset_password_token=canary-in-address',
    '/assets/none.js?sessionToken=canary-in-address',
    '/graphql?query=%7B__typename%7D&token=canary-in-address',
    '/login?sessionToken=canary-in-address%',
  ]) {
    const { headers } = await system.client().send('GET', path);
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
  const page = await system.client().send('GET', '/login?sessionToken=canary-in-address');
  expect([page.status, page.headers['cache-control'], page.setCookies]).toEqual([200, 'no-store', []]);
  expect(page.text).not.toContain('canary');
  expect(system.logs.filter((line) => line.includes('"route"')).length).toBeGreaterThan(5);
  expect(allLogs()).not.toContain('canary-in-address');
});

test('CASES-2 GQL-12 the cookie holds key and token sealed, and neither is readable in it', async () => {
  const tab = await system.signIn('orgA');
  const value = tab.cookies.get('__Host-console') ?? '';
  const decoded = value.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  const secrets = exchanged();
  expect(secrets.length).toBeGreaterThan(1);
  for (const secret of secrets) expect([value, ...decoded].join().includes(secret)).toBe(false);
});

test('SWITCH-4 PROTOCOLS-1.15 a token that is handed on is the only one that an answer may hold', async () => {
  const tab = await system.signIn('orgA');
  const { text } = await tab.graphql(documents.switchDocument, { id: 'auditor' });
  const held = exchanged().filter((secret) => text.includes(secret));
  expect(new Set(held).size).toBe(1);
});
