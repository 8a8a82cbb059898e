import { beforeEach, expect, test } from 'vitest';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { Failure } from '../core/base/failure.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { type TestSession, useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let keys: TestSession;
beforeEach(async () => {
  keys = await platform.signIn('orgA');
});

const prove = (current_password: string, key = keys.apiKey) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password } });
const newestSession = async () =>
  (await platform.db.selectFrom('session').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

/** The result of a command with reauthentication: true, or the refusal's status and code. */
const take = (credential: { sessionId?: number; apiKeyId?: number }, held = {}) =>
  platform.db
    .transaction()
    .execute((trx) => consumeReauthentication(trx, platform.now, credential, held))
    .then(
      () => true,
      (error) => (error instanceof Failure ? [error.status, error.body.code] : error),
    );
const noProof = [422, 'WRONG_PASSWORD'];

test('REST-7 the right password returns the caller and stores one reauthentication, after one hash check', async () => {
  const before = platform.hashChecks();
  const answer = await prove(fixturePassword);
  expect([answer.statusCode, answer.json().current_user]).toEqual([
    200,
    expect.objectContaining({ id: platform.users.orgA.id, email: 'orga@a.example' }),
  ]);
  expect(platform.hashChecks() - before).toBe(1);
  const proofs = await platform.db.selectFrom('password_proof').selectAll().execute();
  expect(proofs).toMatchObject([{ session_id: await newestSession(), proved_at: platform.now(), used_at: null }]);
});

test('REST-7 a wrong password, an empty one and another user’s are 422, after one hash check each, without reauthentication', async () => {
  for (const password of ['Passw0rd!y', '', 'PASSW0RD!X']) {
    const before = platform.hashChecks();
    const answer = await prove(password);
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'The current password is wrong.', code: 'WRONG_PASSWORD' },
    ]);
    expect(platform.hashChecks() - before).toBe(1);
  }
  expect(await take({ sessionId: await newestSession() })).toEqual(noProof);
});

test('REST-7 CASES-33 the sixth wrong password of a session within 15 minutes is 429, unchecked, until the window ends', async () => {
  for (let n = 1; n <= 5; n += 1) {
    expect((await prove('wrong')).statusCode).toBe(422);
    platform.moveClock(minuteMs);
  }
  const before = platform.hashChecks();
  const refused = await prove(fixturePassword);
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 600]);
  expect(refused.headers['retry-after']).toBe('600');
  expect(platform.hashChecks()).toBe(before);
  platform.moveClock(10 * minuteMs);
  expect((await prove(fixturePassword)).statusCode).toBe(200);
});

test('REST-7 CASES-33 T25 after ten wrong passwords of a user all their sessions are limited, and no others', async () => {
  const statuses = [];
  for (let session = 0; session < 3; session += 1) {
    const { apiKey } = await platform.signIn('orgA');
    for (let n = 0; n < 4; n += 1) statuses.push((await prove('wrong', apiKey)).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  expect((await prove(fixturePassword)).statusCode).toBe(429);
  expect((await prove(fixturePassword, (await platform.signIn('assA')).apiKey)).statusCode).toBe(200);
});

test('REST-7 a right password clears the count', async () => {
  for (let round = 1; round <= 3; round += 1) {
    for (let n = 1; n <= 4; n += 1) expect((await prove('wrong')).statusCode).toBe(422);
    expect((await prove(fixturePassword)).statusCode).toBe(200);
  }
});

test('REST-7 OPEN-35 an integration key reauthenticates for itself alone, under its own limits', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  expect((await prove(fixturePassword, key)).json().current_user.id).toBe(platform.users.orgA.id);
  const { id: apiKeyId } = await platform.db.selectFrom('api_key').select('id').executeTakeFirstOrThrow();
  expect(await take({ sessionId: await newestSession() })).toEqual(noProof);
  expect([await take({ apiKeyId }), await take({ apiKeyId })]).toEqual([true, noProof]);
  expect(await take({})).toEqual([403, undefined]);
  for (let n = 1; n <= 5; n += 1) expect((await prove('wrong', key)).statusCode).toBe(422);
  expect((await prove(fixturePassword, key)).statusCode).toBe(429);
  expect((await prove(fixturePassword)).statusCode).toBe(200);
});

test('REST-7 a reauthentication belongs to either a session or a key', async () => {
  const row = { proved_at: platform.now(), used_at: null, settings_org_id: null };
  const add = (of: object) =>
    platform.db
      .insertInto('password_proof')
      .values({ ...row, ...of })
      .execute();
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  await prove(fixturePassword, key);
  const { api_key_id } = await platform.db.selectFrom('password_proof').select('api_key_id').executeTakeFirstOrThrow();
  await expect(add({})).rejects.toThrow();
  await expect(add({ api_key_id, session_id: await newestSession() })).rejects.toThrow();
});

test('CASES-33 OPEN-35 a reauthentication allows one command of its session, within 60 seconds', async () => {
  await prove(fixturePassword);
  const session = await newestSession();
  await platform.signIn('orgA');
  expect(await take({ sessionId: await newestSession() })).toEqual(noProof);
  platform.moveClock(60 * secondMs);
  expect(await take({ sessionId: session })).toBe(true);
  expect(await take({ sessionId: session })).toEqual(noProof);
  await prove(fixturePassword);
  platform.moveClock(61 * secondMs);
  expect(await take({ sessionId: session })).toEqual(noProof);
});

test('OPEN-35 two reauthentications allow two commands, and a rolled back command uses none', async () => {
  await prove(fixturePassword);
  await prove(fixturePassword);
  const session = await newestSession();
  expect([
    await take({ sessionId: session }),
    await take({ sessionId: session }),
    await take({ sessionId: session }),
  ]).toEqual([true, true, noProof]);
  await prove(fixturePassword);
  const undone = platform.db.transaction().execute(async (trx) => {
    await consumeReauthentication(trx, platform.now, { sessionId: session });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await take({ sessionId: session })).toBe(true);
});

test('CONFIRM-10 one confirmation serves one action: also one that needs none, and one that changes nothing, uses it up', async () => {
  const { disA, assA } = platform.users;
  const { A, B } = platform.orgs;
  const { apiKey: admin } = await platform.signIn('adm');
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', B).execute();
  const activate = (userId: number, key = keys.apiKey) =>
    platform.call('POST /consoles/activate_deactivate_user', { key, body: { userId, is_disabled: false } });
  const bulk = { act: 'activate', ids: [disA.id] };
  const harmless = {
    'activate a user': () => activate(disA.id),
    'activate an active user': () => activate(assA.id),
    'activate by a bulk action': () =>
      platform.call('POST /consoles/ext/start_bulk_act', { key: keys.apiKey, body: bulk }),
    'enable an organisation': () =>
      platform.call(`GET /consoles/enable_disable_org?org_id=${B}&is_disabled=false`, { key: admin }),
    'save unchanged rules of sign-in': () =>
      platform.call('POST /consoles/ext/update_sign_in_rules', { key: keys.apiKey, body: { organisationId: A } }),
  };
  for (const [name, act] of Object.entries(harmless)) {
    await Promise.all([prove(fixturePassword), prove(fixturePassword, admin)]);
    expect([name, (await act()).statusCode]).toEqual([name, 200]);
    const key = name.startsWith('enable') ? admin : keys.apiKey;
    const body = { userId: assA.id, is_disabled: true };
    const next = await platform.call('POST /consoles/activate_deactivate_user', { key, body });
    expect([name, next.statusCode, next.json().code]).toEqual([name, 422, 'WRONG_PASSWORD']);
    await platform.db.deleteFrom('password_proof').execute();
  }
});

test('CONFIRM-11 a reauthentication of a session that changed the sign-in settings of an organisation is valid for these, and nothing else, for five minutes', async () => {
  await prove(fixturePassword);
  const sessionId = await newestSession();
  const [ofA, ofB] = [{ settingsOf: platform.orgs.A }, { settingsOf: platform.orgs.B }];
  expect([await take({ sessionId }, ofA), await take({ sessionId }, ofA)]).toEqual([true, true]);
  expect([await take({ sessionId }), await take({ sessionId }, ofB)]).toEqual([noProof, noProof]);
  await platform.signIn('orgA');
  expect(await take({ sessionId: await newestSession() }, ofA)).toEqual(noProof);
  platform.moveClock(5 * minuteMs);
  expect(await take({ sessionId }, ofA)).toBe(true);
  platform.moveClock(secondMs);
  expect(await take({ sessionId }, ofA)).toEqual(noProof);

  await prove(fixturePassword);
  expect([await take({ sessionId }), await take({ sessionId }, ofA)]).toEqual([true, noProof]);
  await prove(fixturePassword, await addIntegrationKey(platform.db, platform.users.orgA.id));
  const { id: apiKeyId } = await platform.db.selectFrom('api_key').select('id').executeTakeFirstOrThrow();
  expect([await take({ apiKeyId }, ofA), await take({ apiKeyId }, ofA)]).toEqual([true, noProof]);
});
