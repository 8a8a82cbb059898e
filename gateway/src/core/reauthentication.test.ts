import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { password, useTestSystem, viewerDocument } from '../testing/system.ts';
import { paths, stateMutation } from '../testing/user-mutations.ts';

const deactivate = stateMutation('deactivateUser');
const system = useTestSystem();

const act = (tab: TestClient, given: string) => deactivate(tab, system.platform.users.audA.id, given);
const turned = () => system.upstream.sent(paths.turn).length;
const stillSignedIn = async (tab: TestClient) => expect((await tab.graphql(viewerDocument)).data.viewer).not.toBeNull();

test.each(['', 'Wrong-passw0rd', ' Passw0rd!x', 'passw0rd!x'])(
  'USER-11 CASES-33 MSG-17 the password %j is WRONG_PASSWORD, and nothing has changed',
  async (given) => {
    const tab = await system.signIn('orgA');
    const { code, errors, data } = await act(tab, given);
    expect([code, errors[0]?.message, data]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails', null]);
    expect(errors[0]?.extensions.httpStatus).toBe(422);
    expect(system.upstream.sent(paths.prove)).toHaveLength(given === '' ? 0 : 1);
    expect(turned()).toBe(0);
    await stillSignedIn(tab);
  },
);

test('CASES-33 another person’s password proves nothing', async () => {
  const { db, users } = system.platform;
  const row = db.selectFrom('ent_usr').select('password_hash').where('id', '=', users.adm.id);
  const { password_hash } = await row.executeTakeFirstOrThrow();
  const tab = await system.signIn('orgA');
  await db.updateTable('ent_usr').set({ password_hash: null }).where('id', '=', users.orgA.id).execute();
  expect(password_hash).not.toBeNull();
  expect((await act(tab, password)).code).toBe('WRONG_PASSWORD');
});

test.each([
  ['a text', { status: 422, body: { message: 'No' } }, []],
  ['a field', { status: 422, body: { errors: { current_password: ['is wrong'] } } }, ['currentPassword']],
  ['a code', { status: 403, body: { message: 'No', code: 'WRONG_PASSWORD' } }, []],
  ['401', { status: 401, body: { message: 'No' } }, []],
])('USER-11 ERR-6 a product API that refuses the password with %s is understood', async (_what, fault, fields) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(paths.prove, fault);
  const { code, errors, setCookies } = await act(tab, 'x');
  expect([code, errors[0]?.message]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails']);
  expect(errors[0]?.extensions.fields.map(({ path }) => path)).toEqual(fields);
  expect([setCookies, turned()]).toEqual([[], 0]);
  await stillSignedIn(tab);
});

test('SHELL-2 a 401 of a session that is over signs out', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(paths.prove, { status: 401, body: {} });
  system.upstream.script(paths.me, { real: true, times: 1 }, { status: 401, body: {} });
  const { code, setCookies } = await act(tab, password);
  expect([code, setCookies]).toEqual(['UNAUTHENTICATED', [expect.stringContaining('__Host-console=; Max-Age=0')]]);
  expect(turned()).toBe(0);
});

test.each([{ body: {} }, { body: { current_user: { id: 1 } } }, { body: { success: true } }, { status: 204 }])(
  'REST-7 an answer without the user (%j) confirms no password',
  async (fault) => {
    const tab = await system.signIn('orgA');
    system.upstream.script(paths.prove, fault);
    expect([(await act(tab, password)).code, turned()]).toEqual(['UPSTREAM_BAD_RESPONSE', 0]);
  },
);

test.each([
  { success: false },
  { success: 'false', message: 'Password is wrong' },
  { current_user: null },
  { data: { success: false, errors: { current_password: ['is wrong'] } } },
  { status: 'error', error: 'No' },
  { status: 422 },
])('USER-11 MSG-17 a refusal with status 200 (%j) is the dialog of the wrong password', async (body) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(paths.prove, { body });
  const { code, errors } = await act(tab, 'x');
  expect([code, errors[0]?.message, turned()]).toEqual(['WRONG_PASSWORD', 'Invalid Credentails', 0]);
  await stillSignedIn(tab);
});

test('REST-7 PROTOCOLS-1 a token that comes with the proof is the session’s from then on', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(paths.prove, { real: true, headers: { 'access-token': 'renewed-token' } });
  const { errors, setCookies } = await act(tab, password);
  expect([errors, setCookies.length]).toEqual([[], 1]);
  expect(system.upstream.sent(paths.turn)[0]?.headers).toMatchObject({ 'access-token': 'renewed-token' });
});

describe('before a product API that does not count', () => {
  const system = useTestSystem({ extensions: 'off', signsInAnew: true });
  const act = (tab: TestClient, given: string, headers = {}) =>
    deactivate(tab, system.platform.users.audA.id, given, headers);
  const turned = () => system.upstream.sent(paths.turn).length;

  test('CASES-33 T25 the sixth attempt after five failed ones in 15 minutes is RATE_LIMITED, in that session alone', async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgA')];
    for (let n = 0; n < 5; n += 1) expect((await act(tab, `Wrong-passw0rd${n}`)).code).toBe('WRONG_PASSWORD');
    const { code, errors } = await act(tab, password);
    expect(code).toBe('RATE_LIMITED');
    expect(errors[0]?.extensions.retryAfter).toBeGreaterThan(0);
    // Not even a call is sent to the product API.
    expect([system.upstream.sent(paths.prove).length, turned()]).toEqual([5, 0]);
    expect((await act(other, password)).errors).toEqual([]);
  });

  test('CASES-33 guesses in parallel count as well as one after another', async () => {
    const tab = await system.signIn('orgA');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => act(tab.copy(), `Wrong-passw0rd${n}`)));
    const codes = answers.map(({ code }) => code).toSorted();
    expect(codes).toEqual([...Array(3).fill('RATE_LIMITED'), ...Array(5).fill('WRONG_PASSWORD')]);
  });

  test('CASES-33 a right password clears the failed attempts, and an attempt without a result does not count', async () => {
    const tab = await system.signIn('orgA');
    const { adm } = system.platform.users;
    for (let n = 0; n < 4; n += 1) await act(tab, 'Wrong-passw0rd');
    system.upstream.script(paths.prove, { status: 503, body: {}, times: 3 });
    for (let n = 0; n < 3; n += 1) expect((await act(tab, password)).code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await act(tab, password)).errors).toEqual([]);
    for (let n = 0; n < 4; n += 1)
      expect((await deactivate(tab, system.platform.users.assA.id, 'Wrong-passw0rd')).code).toBe('WRONG_PASSWORD');
    expect((await deactivate(tab, adm.id, password)).code).toBe('FORBIDDEN');
  });

  test('CASES-33 GQL-5 a program’s wrong passwords count for its key', async () => {
    const [headers, others] = [await system.integrationKey('orgA'), await system.integrationKey('orgA')].map(
      programHeaders,
    );
    const tab = system.client();
    for (let n = 0; n < 5; n += 1) expect((await act(tab, 'Wrong-passw0rd', headers)).code).toBe('WRONG_PASSWORD');
    expect((await act(tab, password, headers)).code).toBe('RATE_LIMITED');
    expect((await act(tab, password, others)).errors).toEqual([]);
  });

  test('CASES-33 T25 after ten wrong passwords of a user all their sessions and keys are limited, and no others', async () => {
    const wrong = [];
    for (let session = 0; session < 3; session += 1) {
      const tab = await system.signIn('orgA');
      for (let n = 0; n < 4; n += 1) wrong.push((await act(tab, `Wrong-passw0rd${n}`)).code);
    }
    expect(wrong).toEqual([...Array(10).fill('WRONG_PASSWORD'), ...Array(2).fill('RATE_LIMITED')]);
    expect(system.upstream.sent(paths.prove)).toHaveLength(10);
    const headers = programHeaders(await system.integrationKey('orgA'));
    expect((await act(system.client(), password, headers)).code).toBe('RATE_LIMITED');
    expect((await act(await system.signIn('assA'), password)).errors).toEqual([]);
  });
});
