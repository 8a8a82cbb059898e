import { expect, test } from 'vitest';
import { setUpTestApp } from '../testing/authenticator-app.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { createPasskeyDevice } from '../testing/passkeys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const send = (call: string, key: string, body?: object) =>
  platform.call(`POST /consoles/ext/${call}`, { key, ...(body && { body }) });
const reset = async (by: UserName, of: UserName) => {
  const { apiKey: key } = await platform.signIn(by);
  await prove(key);
  return send('reset_factors', key, { user_id: platform.users[of].id });
};
const factorsOf = async (of: UserName) => {
  const userId = platform.users[of].id;
  const count = async (table: 'app_factor' | 'recovery_code' | 'passkey' | 'remember_token') =>
    (await platform.db.selectFrom(table).select('ent_usr_id').where('ent_usr_id', '=', userId).execute()).length;
  return [
    await count('app_factor'),
    await count('recovery_code'),
    await count('passkey'),
    await count('remember_token'),
  ];
};
/** An app with codes, a passkey and a remembered device of a user, with the key of their session. */
const withFactors = async (user: UserName) => {
  const { key } = await setUpTestApp(platform, user);
  await prove(key);
  const { options } = (await send('new_passkey', key)).json();
  await send('add_passkey', key, { name: 'Laptop', response: createPasskeyDevice().create(options) });
  const now = platform.now();
  await platform.db
    .insertInto('remember_token')
    .values({
      ent_usr_id: platform.users[user].id,
      token_hash: 'x',
      created_at: now,
      expires_at: now,
      user_agent: null,
      client_address: null,
      last_used_at: null,
    })
    .execute();
  return key;
};

test('FACTOR-13 an Organiser resets the factors of a user: all of them go, the user is signed out and mailed, and it is recorded', async () => {
  const key = await withFactors('assA');
  expect(await factorsOf('assA')).toEqual([1, 10, 1, 1]);
  expect((await reset('orgA', 'assA')).statusCode).toBe(200);
  expect(await factorsOf('assA')).toEqual([0, 0, 0, 0]);
  expect((await platform.call('GET /consoles/ext/user_security', { key })).statusCode).toBe(401);
  expect((await platform.mails('assA')).at(-1)).toContain('passkeys of your account were removed');
  const [entry] = await platform.auditEntries('security:resetFactors');
  expect(entry).toMatchObject({
    target_type: 'ent_usr',
    before: { authenticator_app: true, passkeys: 1 },
  });
  expect((await platform.login('assA')).statusCode).toBe(200);
});

test('FACTOR-13 NOTICE-1 those who can undo it are mailed, the user apart', async () => {
  await withFactors('assA');
  await reset('adm', 'assA');
  expect((await platform.mails('orgA')).at(-1)).toContain('The authenticator app and the passkeys of');
});

test('FACTOR-13 no user resets their own factors, those of a higher role or of another organisation, and an API key none', async () => {
  await withFactors('assA');
  const statusOf = async (by: UserName, of: UserName) => (await reset(by, of)).statusCode;
  expect(await statusOf('orgA', 'orgA')).toBe(403);
  expect(await statusOf('audA', 'assA')).toBe(403);
  expect(await statusOf('arc', 'assA')).toBe(403);
  expect(await statusOf('orgB', 'assA')).toBe(404);
  expect(await statusOf('orgA', 'adm')).toBe(403);
  const integration = await addIntegrationKey(platform.db, platform.users.adm.id, ['read', 'sensitive:write']);
  expect((await send('reset_factors', integration, { user_id: platform.users.assA.id })).statusCode).toBe(403);
  expect(await factorsOf('assA')).toEqual([1, 10, 1, 1]);
});

test('FACTOR-13 without the password of the one who resets nothing is removed', async () => {
  await withFactors('assA');
  const { apiKey: key } = await platform.signIn('orgA');
  const refused = await send('reset_factors', key, { user_id: platform.users.assA.id });
  expect(refused.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(await factorsOf('assA')).toEqual([1, 10, 1, 1]);
});
