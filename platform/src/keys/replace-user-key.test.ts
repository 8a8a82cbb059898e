import { expect, test } from 'vitest';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const keyOf = async (user: UserName, scopes?: Parameters<typeof addIntegrationKey>[2]) => {
  const ent_usr_id = platform.users[user].id;
  const key = await addIntegrationKey(platform.db, ent_usr_id, scopes);
  const { id } = await platform.db
    .selectFrom('api_key')
    .select('id')
    .where('ent_usr_id', '=', ent_usr_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { id, key };
};
const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const replace = async (by: UserName, replacesKeyId: number, more: object = {}, isProven = true) => {
  const { apiKey } = await platform.signIn(by);
  if (isProven) await prove(apiKey);
  return platform.call('POST /consoles/ext/create_organisation_key', {
    key: apiKey,
    body: {
      organisationId: platform.orgs.A,
      name: 'Nightly sync',
      role: 'ASSESSOR',
      lifetime: 'DAYS_90',
      replacesKeyId,
      ...more,
    },
  });
};
const users = async (key: string) =>
  (await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode;
const setDisabled = async (is_disabled: boolean) => {
  const { apiKey } = await platform.signIn('orgA');
  await prove(apiKey);
  const body = { userId: platform.users.assA.id, is_disabled };
  return platform.call('POST /consoles/activate_deactivate_user', { key: apiKey, body });
};

test('HANDOVER-5 a key of the organisation has the scopes and addresses of the key, and the key ends with the deactivation for good', async () => {
  const old = await keyOf('assA', ['read', 'users:write']);
  await platform.db
    .updateTable('api_key')
    .set({ allowed_addresses: ['127.0.0.0/8'] })
    .where('id', '=', old.id)
    .execute();
  const created = await replace('orgA', old.id);
  expect([created.statusCode, created.json().apiKey]).toMatchObject([
    200,
    { role: 'ASSESSOR', scopes: ['READ', 'USERS_WRITE'], allowedAddresses: ['127.0.0.0/8'] },
  ]);
  const { secret } = created.json();
  expect([await users(old.key), await users(secret)]).toEqual([200, 200]);
  expect((await setDisabled(true)).statusCode).toBe(200);
  expect([await users(old.key), await users(secret)]).toEqual([401, 200]);
  expect(await platform.auditEntries('keys:revoke')).toMatchObject([{ target_id: String(old.id) }]);
  expect((await setDisabled(false)).statusCode).toBe(200);
  expect(await users(old.key)).toBe(401);
});

test('HANDOVER-6 the role is at most that of the owner and of the caller, and only a usable key of the organisation is replaced, once', async () => {
  const { id } = await keyOf('assA', ['read']);
  const said = async (answer: ReturnType<typeof replace>) => [
    (await answer).statusCode,
    Object.keys((await answer).json().errors ?? {}).join(),
  ];
  expect(await said(replace('orgA', id, { role: 'ORGANISER' }))).toEqual([422, 'role']);
  expect(await said(replace('orgA', id, { scopes: ['USERS_WRITE'] }))).toEqual([422, 'scopes']);
  const foreign = await keyOf('orgB');
  expect(await said(replace('adm', foreign.id))).toEqual([422, 'replacesKeyId']);
  expect(await said(replace('assA', id))).toEqual([403, '']);
  // Scopes are never dropped without an error.
  const wide = await keyOf('orgA', ['read', 'config:write']);
  expect(await said(replace('adm', wide.id, { role: 'ORGANISER' }))).toEqual([403, '']);
  expect(await said(replace('orgA', id, { scopes: undefined }))).toEqual([200, '']);
  expect(await said(replace('orgA', id))).toEqual([422, 'replacesKeyId']);
});

test('HANDOVER-7 a key that may change something is replaced with the password only', async () => {
  const { id } = await keyOf('orgA', ['read', 'users:write']);
  const answer = await replace('adm', id, { role: 'ORGANISER' }, false);
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'WRONG_PASSWORD']);
});

test('HANDOVER-8 the duties of a user name the usable keys, with what a key in their place can be, to those who may see keys', async () => {
  const { id } = await keyOf('assA', ['read', 'users:write']);
  const duties = async (by: UserName, of: UserName) => {
    const { apiKey } = await platform.signIn(by);
    const url = `GET /consoles/ext/user_duties?user_id=${platform.users[of].id}` as const;
    return (await platform.call(url, { key: apiKey })).json();
  };
  const listed = {
    id: String(id),
    name: 'sync',
    scopes: ['READ', 'USERS_WRITE'],
    lifetime: 'DAYS_90',
    replacementRole: 'ASSESSOR',
    unavailableScopes: [],
    isReplaced: false,
  };
  expect((await duties('orgA', 'assA')).api_keys).toEqual([listed]);
  expect((await duties('arc', 'assA')).api_keys).toBe(null);
  await replace('orgA', id);
  expect((await duties('adm', 'assA')).api_keys).toEqual([{ ...listed, isReplaced: true }]);
  const config = await keyOf('orgA', ['read', 'config:write']);
  expect((await duties('adm', 'orgA')).api_keys).toMatchObject([
    { id: String(config.id), replacementRole: 'ORGANISER', unavailableScopes: ['CONFIG_WRITE'] },
  ]);
});
