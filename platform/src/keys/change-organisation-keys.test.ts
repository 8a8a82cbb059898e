import { beforeEach, expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let session: string;
beforeEach(async () => {
  session = (await platform.signIn('orgA')).apiKey;
});

const send = (call: string, body: object, key = session) => platform.call(`POST /consoles/ext/${call}`, { key, body });
const form = (more: object = {}) => ({
  organisationId: platform.orgs.A,
  name: 'Nightly sync',
  role: 'ASSESSOR',
  scopes: ['USERS_WRITE'],
  lifetime: 'DAYS_90',
  ...more,
});
const prove = (key = session) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const create = async (more: object = {}, key = session) => {
  await prove(key);
  return (await send('create_organisation_key', form(more), key)).json();
};
const rotate = async (id: string, key = session) => {
  await prove(key);
  return send('rotate_organisation_key', { id }, key);
};
const scim = { purpose: 'SCIM', role: undefined, scopes: undefined };
const listed = async (user: UserName = 'orgA') => {
  const { apiKey: key } = await platform.signIn(user);
  const path = `GET /consoles/ext/organisation_keys?organisationId=${platform.orgs.A}` as const;
  return (await platform.call(path, { key })).json().organisationApiKeys;
};
const use = (key: string, org: 'A' | 'B' = 'A') =>
  platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs[org]}`, { key });
const statusOf = async (key: string) => (await use(key)).statusCode;

test('ORGKEY-4 a key of an organisation works with its own role and scopes, and is listed with who created it', async () => {
  const { apiKey, secret } = await create();
  expect(apiKey).toMatchObject({
    name: 'Nightly sync',
    purpose: 'INTEGRATION',
    role: 'ASSESSOR',
    scopes: ['READ', 'USERS_WRITE'],
    status: 'ACTIVE',
    prefix: secret.slice(0, 12),
    lastUsedAt: null,
    hasCreatorLeft: false,
    expiresAt: new Date(platform.now().getTime() + 90 * dayMs).toISOString(),
    createdBy: { email: 'orga@a.example' },
    viewerCanRotate: true,
    viewerCanRevoke: true,
  });
  expect(await listed()).toEqual([apiKey]);
  expect(await statusOf(secret)).toBe(200);
  expect((await use(secret, 'B')).statusCode).toBe(404);
  const mappings = await platform.call(`GET /consoles/accepcted_org_list?org_id=${platform.orgs.A}`, { key: secret });
  expect(mappings.statusCode).toBe(403);
  const [entry] = await platform.auditEntries('keys:create');
  expect(entry).toMatchObject({
    subject_org_id: platform.orgs.A,
    target_id: apiKey.id,
    ent_usr_id: platform.users.orgA.id,
  });
});

test.each([
  ['a role above Organiser', { role: 'ADMINISTRATOR' }, 422, 'must be Organiser, Assessor or Auditee'],
  ['no role', { role: null }, 422, 'is required'],
  [
    'a scope that its role cannot use',
    { role: 'AUDITEE' },
    403,
    'A key with the role Auditee cannot have the scope users:write.',
  ],
  ['an empty name', { name: '  ' }, 422, 'is required'],
  ['a role for SCIM', { purpose: 'SCIM' }, 422, 'is not used by a SCIM key'],
])('ORGKEY-4 a key of an organisation with %s is refused', async (_what, more, status, text) => {
  const answer = await send('create_organisation_key', form(more));
  expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(text)]);
  expect(await listed()).toEqual([]);
});

test('ORGKEY-5 it outlives its author, and stops at once when it is revoked, expires or its organisation is disabled', async () => {
  const { secret } = await create();
  const setDisabled = (table: 'ent_usr' | 'ent_org', id: number, is_disabled: boolean) =>
    platform.db.updateTable(table).set({ is_disabled }).where('id', '=', id).execute();
  await setDisabled('ent_usr', platform.users.orgA.id, true);
  expect(await statusOf(secret)).toBe(200);
  await setDisabled('ent_org', platform.orgs.A, true);
  expect(await statusOf(secret)).toBe(401);
  await setDisabled('ent_org', platform.orgs.A, false);
  await setDisabled('ent_usr', platform.users.orgA.id, false);
  const second = await create();
  expect((await send('revoke_organisation_key', { id: second.apiKey.id })).json().apiKey.status).toBe('REVOKED');
  expect([await statusOf(second.secret), await statusOf(secret)]).toEqual([401, 200]);
  platform.moveClock(90 * dayMs - secondMs);
  expect(await statusOf(secret)).toBe(200);
  platform.moveClock(secondMs);
  expect(await statusOf(secret)).toBe(401);
});

test('ORGKEY-5 rotating keeps name, role and scopes, and the old key works for another day, rotated once', async () => {
  const { apiKey, secret } = await create({ lifetime: 'DAYS_30' });
  const answer = (await rotate(apiKey.id)).json();
  expect(answer.apiKey).toMatchObject({
    name: apiKey.name,
    role: 'ASSESSOR',
    scopes: apiKey.scopes,
    expiresAt: apiKey.expiresAt,
  });
  expect(answer.rotated).toMatchObject({ id: apiKey.id, status: 'ROTATED' });
  expect((await send('rotate_organisation_key', { id: apiKey.id })).statusCode).toBe(409);
  platform.moveClock(dayMs - secondMs);
  expect([await statusOf(secret), await statusOf(answer.secret)]).toEqual([200, 200]);
  platform.moveClock(secondMs);
  expect([await statusOf(secret), await statusOf(answer.secret)]).toEqual([401, 200]);
});

test('ORGKEY-6 an organisation has at most 20 usable keys, and two for SCIM', async () => {
  for (let n = 0; n < 20; n += 1) await create();
  expect((await create()).message).toBe('The organisation already has 20 API keys, the maximum. Revoke one first.');
  const { apiKey } = await create(scim);
  await prove();
  const { rotated } = (await rotate(apiKey.id)).json();
  expect((await create(scim)).message).toBe(
    'The organisation already has 2 API keys for SCIM, the maximum. Revoke one first.',
  );
  await send('revoke_organisation_key', { id: rotated.id });
  expect((await create(scim)).apiKey.purpose).toBe('SCIM');
});

test('ORGKEY-6 a key for SCIM is unknown to every call, and the attempt is recorded for its organisation', async () => {
  const { secret, apiKey } = await create(scim);
  expect(apiKey).toMatchObject({ role: null, scopes: [] });
  expect((await platform.mails('orgA')).at(-1)).toContain(
    'The organisation API key “Nightly sync” of Organisation A can create, change and deactivate its users by SCIM. It was created.',
  );
  expect(await statusOf(secret)).toBe(401);
  const login = await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: secret } } });
  expect(login.statusCode).toBe(401);
  const refused = await platform.auditEntries('access:refuse');
  expect(refused.map(({ ent_usr_id, ent_org_id }) => [ent_usr_id, ent_org_id])).toContainEqual([null, platform.orgs.A]);
});

test('ORGKEY-7 only an Organiser of the organisation and an Administrator manage its keys, with a session alone', async () => {
  const { apiKey, secret } = await create({ role: 'ORGANISER' });
  const statuses = async (key: string) => [
    (await platform.confirmed('POST /consoles/ext/create_organisation_key', { key, body: form() })).statusCode,
    (await rotate(apiKey.id, key)).statusCode,
    (await send('revoke_organisation_key', { id: 999_999 }, key)).statusCode,
    (await platform.call(`GET /consoles/ext/organisation_keys?organisationId=${platform.orgs.A}`, { key })).statusCode,
  ];
  const of = async (user: UserName) => statuses((await platform.signIn(user)).apiKey);
  for (const user of ['arc', 'assA', 'audA'] as const) expect(await of(user)).toEqual([403, 403, 403, 403]);
  expect(await of('orgB')).toEqual([404, 404, 404, 404]);
  expect(await statuses(secret)).toEqual([403, 403, 403, 403]);
  expect(await of('adm')).toEqual([200, 200, 404, 200]);
});

test('ORGKEY-7 the creator of another organisation is not shown to an Organiser', async () => {
  await platform.db
    .updateTable('ent_usr')
    .set({ ent_org_id: platform.orgs.B })
    .where('id', '=', platform.users.adm.id)
    .execute();
  await create({}, (await platform.signIn('adm')).apiKey);
  const [key] = await listed();
  expect(key).toMatchObject({ createdBy: null, hasCreatorLeft: false });
  expect((await listed('adm'))[0].createdBy.email).toBe(platform.users.adm.email);
});

test('ORGKEY-3 what needs a person is refused with a text that says so', async () => {
  const { secret } = await create({ role: 'ORGANISER', scopes: ['USERS_WRITE', 'SENSITIVE_WRITE'] });
  const text = 'This API key belongs to an organisation. Sign in, or use an API key of your own.';
  const answers = [
    await platform.call('GET /consoles/ext/keys', { key: secret }),
    await platform.call('POST /consoles/valid_password', { key: secret, body: { current_password: fixturePassword } }),
    await platform.call('GET /consoles/ext/passkeys', { key: secret }),
  ];
  expect(answers.map(({ statusCode, body }) => [statusCode, body.includes(text)])).toEqual(
    answers.map(() => [403, true]),
  );
});

test('ORGKEY-3 a key without sensitive:write cannot do what needs a password', async () => {
  const { secret } = await create({ role: 'ORGANISER' });
  const body = { userId: platform.users.audA.id, is_disabled: true };
  const deactivate = (key: string) => platform.call('POST /consoles/activate_deactivate_user', { key, body });
  expect((await deactivate(secret)).json().message).toBe('This requires an API key with the scope sensitive:write.');
  const sensitive = await create({ role: 'ORGANISER', scopes: ['USERS_WRITE', 'SENSITIVE_WRITE'] });
  expect((await deactivate(sensitive.secret)).statusCode).toBe(200);
});

test('ORGKEY-8 the activity names the key as actor, to its organisation and to Administrators alone', async () => {
  const { secret, apiKey } = await create({ role: 'ORGANISER', scopes: ['MAPPINGS_WRITE', 'USERS_WRITE'] });
  const body = { ent_usr: newUser('new@a.example', { ent_org_id: platform.orgs.A }) };
  const created = await platform.call('POST /consoles/create_org_user', { key: secret, body });
  expect(created.statusCode).toBe(200);
  const events = async (user: UserName, org: 'A' | 'B') => {
    const { apiKey: key } = await platform.signIn(user);
    const path = `GET /consoles/ext/audit_events?org_id=${platform.orgs[org]}&action=users:create` as const;
    return (await platform.call(path, { key })).json().events;
  };
  const actor = {
    actor_kind: 'key',
    actor_role: 'ORGANISER',
    ent_usr: null,
    api_key: { id: Number(apiKey.id), name: 'Nightly sync' },
  };
  expect(await events('orgA', 'A')).toMatchObject([actor]);
  // Assigns the key to the creation of another organisation's user.
  await platform.db
    .updateTable('audit_entry')
    .set({ subject_org_id: platform.orgs.B })
    .where('action', '=', 'users:create')
    .execute();
  expect(await events('orgB', 'B')).toMatchObject([{ actor_kind: 'key', api_key: null, client_address: null }]);
  expect(await events('adm', 'B')).toMatchObject([actor]);
});

test('ORGKEY-8 an email about what a key of an organisation did names the key', async () => {
  const { secret } = await create({ role: 'ORGANISER', scopes: ['USERS_WRITE', 'SENSITIVE_WRITE'] });
  const body = { ent_usr: newUser('second@a.example', { ent_org_id: platform.orgs.A, role_id: 3 }) };
  expect((await platform.call('POST /consoles/create_org_user', { key: secret, body })).statusCode).toBe(200);
  expect((await platform.mails('orgA')).at(-1)).toContain(
    'Done by a program with the organisation API key “Nightly sync”',
  );
});

test('ORGKEY-8 a key that ended is deleted once the activity that names it is', async () => {
  const { apiKey } = await create();
  await send('revoke_organisation_key', { id: apiKey.id });
  const count = async () => {
    await deleteExpiredRows(platform.db, platform.now);
    return (await platform.db.selectFrom('api_key').select('id').execute()).length;
  };
  platform.moveClock(91 * dayMs);
  expect([await count(), (await listed()).length]).toEqual([1, 0]);
  platform.moveClock(1_095 * dayMs);
  expect(await count()).toBe(0);
});
