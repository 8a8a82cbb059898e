import { sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { appCode, beginAppSetup } from '../../testing/authenticator-app.ts';
import { fixturePassword, type UserName } from '../../testing/fixtures.ts';
import { formOf, newOrganisation, newUser, organisationForm } from '../../testing/forms.ts';
import { png } from '../../testing/images.ts';
import { changeWhileWaiting, untilLockWaits } from '../../testing/lock-waits.ts';
import { createPasskeyDevice } from '../../testing/passkeys.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { startScimClient } from '../../testing/scim-client.ts';
import { addIntegrationKey, addOrganisationKey, addUsers } from '../../testing/users.ts';
import type { Database } from '../database/schema.ts';

const platform = useTestPlatform();

type Change = (trx: Transaction<Database>, userId: number) => Promise<unknown>;
const deactivate: Change = (trx, id) =>
  trx.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
const demote: Change = (trx, id) => trx.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', id).execute();
const move: Change = (trx, id) =>
  trx.updateTable('ent_usr').set({ ent_org_id: platform.orgs.B }).where('id', '=', id).execute();
const signOut: Change = (trx, id) =>
  trx.updateTable('session').set({ ended_at: platform.now() }).where('ent_usr_id', '=', id).execute();
const revokeKeys: Change = (trx, id) =>
  trx.updateTable('api_key').set({ revoked_at: platform.now() }).where('ent_usr_id', '=', id).execute();

const prove = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
const refusals = async () =>
  (await platform.auditEntries('access:refuse')).map(({ ent_usr_id, code }) => [ent_usr_id, code]);

const organisationKey = () => ({
  organisationId: platform.orgs.A,
  name: 'Nightly sync',
  role: 'ORGANISER',
  scopes: ['USERS_WRITE'],
  lifetime: 'DAYS_365',
});
const rows = {
  addPasskey: [signOut, 'orgA', 401],
  confirmApp: [deactivate, 'orgA', 401],
  createKey: [deactivate, 'orgA', 401],
  createOrganisationApiKey: [deactivate, 'orgA', 401],
  createWebhook: [demote, 'orgA', 403],
  createOrgUser: [move, 'orgA', 403],
  endSessions: [signOut, 'orgA', 401],
  validPassword: [signOut, 'orgA', 401],
} as const satisfies Record<string, [Change, UserName, number]>;

/** Request of each command, after what it needs. */
const requests: Record<keyof typeof rows, (key: string) => Promise<[path: string, body: object]>> = {
  addPasskey: async (key) => {
    const { options } = (await platform.call('POST /consoles/ext/new_passkey', { key })).json();
    return ['ext/add_passkey', { name: 'Thief', response: createPasskeyDevice().create(options) }];
  },
  confirmApp: async (key) => {
    const { setup_id, secret } = await beginAppSetup(platform, key);
    return ['ext/confirm_app', { setup_id, code: appCode(secret, platform.now()) }];
  },
  createKey: async () => ['ext/create_key', { name: 'Sync', scopes: ['read'], expires_in_days: 365 }],
  createOrganisationApiKey: async () => ['ext/create_organisation_key', organisationKey()],
  createWebhook: async () => [
    'ext/create_webhook',
    { organisationId: platform.orgs.A, url: 'https://hooks.example/', types: null },
  ],
  createOrgUser: async () => ['create_org_user', { ent_usr: newUser('new@a.example', { role_id: 3 }) }],
  endSessions: async () => ['ext/end_sessions', { user_id: platform.users.orgA.id }],
  validPassword: async () => ['valid_password', { current_password: fixturePassword }],
};

test.each(Object.keys(rows) as (keyof typeof rows)[])(
  'CURRENT-1 %s writes only the event of its refusal if its caller has changed while it waited',
  async (name) => {
    const [change, user, status] = rows[name];
    const { id } = platform.users[user];
    const { apiKey: key } = await platform.signIn(user);
    await prove(key);
    const [path, body] = await requests[name](key);
    await prove(key);
    const before = await platform.db.selectFrom('audit_entry').select('id').execute();
    const answer = await changeWhileWaiting(
      platform.db,
      () => platform.call(`POST /consoles/${path}`, { key, body }),
      (trx) => change(trx, id),
    );
    expect(answer.statusCode).toBe(status);
    const after = await platform.db.selectFrom('audit_entry').select('id').execute();
    expect(after).toHaveLength(before.length + 1);
    expect(await refusals()).toEqual([[id, status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN']]);
  },
);

test('CURRENT-1 a session says why it ended, and an API key that was revoked before the lock creates no user', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const { id } = platform.users.orgA;
  const body = { ent_usr: newUser('new@a.example') };
  const send = (key: string) => () => platform.call('POST /consoles/create_org_user', { key, body });
  const bySession = await changeWhileWaiting(platform.db, send(apiKey), (trx) => deactivate(trx, id));
  expect(bySession.json()).toEqual({ message: 'Sign in to continue.', session_end: 'USER_INACTIVE' });
  await platform.reset();
  const key = await addIntegrationKey(platform.db, id);
  const byKey = await changeWhileWaiting(platform.db, send(key), (trx) => revokeKeys(trx, id));
  expect([byKey.statusCode, byKey.json()]).toEqual([401, { message: 'Sign in to continue.' }]);
  const ofOrganisation = await addOrganisationKey(platform.db, platform.orgs.A);
  const byOrganisation = await changeWhileWaiting(platform.db, send(ofOrganisation.key), (trx) =>
    trx.updateTable('api_key').set({ revoked_at: platform.now() }).where('id', '=', ofOrganisation.id).execute(),
  );
  expect(byOrganisation.statusCode).toBe(401);
});

/** Sends the requests of two Administrators, `adm` of A and `orgB` of B, so that both wait. Returns the sorted statuses. */
async function statusesOfBoth(
  sendAdm: (key: string) => ReturnType<typeof platform.call>,
  sendOrgB: (key: string) => ReturnType<typeof platform.call>,
) {
  await platform.db.updateTable('ent_usr').set({ role_id: 1 }).where('id', '=', platform.users.orgB.id).execute();
  const { apiKey: adm } = await platform.signIn('adm');
  const { apiKey: orgB } = await platform.signIn('orgB');
  await Promise.all([prove(adm), prove(orgB)]);
  let answers: ReturnType<typeof platform.call>[] = [];
  await platform.db.transaction().execute(async (trx) => {
    await sql`lock table ent_org, ent_usr in exclusive mode`.execute(trx);
    answers = [sendAdm(adm), sendOrgB(orgB)];
    await untilLockWaits(platform.db, 2);
  });
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode).toSorted();
}

/** What each of two Administrators does to the other. */
const againstEachOther = {
  deactivate: (userId: number) => ['activate_deactivate_user', { userId, is_disabled: true }],
  demote: (id: number) => ['update_org_user', { ent_usr: { id, role_id: 5 } }],
  'reset the second factors of': (user_id: number) => ['ext/reset_factors', { user_id }],
} as const satisfies Record<string, (userId: number) => [string, object]>;

test.each(Object.entries(againstEachOther))(
  'CURRENT-2 of two users who %s each other at the same moment one succeeds',
  async (what, requestOf) => {
    const against = (user: UserName) => (key: string) => {
      const [path, body] = requestOf(platform.users[user].id);
      return platform.call(`POST /consoles/${path}`, { key, body });
    };
    const statuses = await statusesOfBoth(against('orgB'), against('adm'));
    expect(statuses).toEqual([200, what === 'demote' ? 403 : 401]);
  },
);

test('CURRENT-2 of two users who demote each other by file at the same moment one succeeds', async () => {
  const demoteByFile = (org_id: number, user: UserName) => (key: string) => {
    const file = `email,role\n${platform.users[user].email},Auditee`;
    return platform.call('POST /consoles/ext/update_users_by_file', { key, ...formOf({ org_id }, file) });
  };
  const { A, B } = platform.orgs;
  expect(await statusesOfBoth(demoteByFile(B, 'orgB'), demoteByFile(A, 'adm'))).toEqual([200, 403]);
});

test.each(['disables the other organisation', 'demotes the other user', 'deactivates the other user'])(
  'CURRENT-2 of two users one succeeds if one disables the organisation of the other, who at the same moment %s',
  async (what) => {
    const { A, B } = platform.orgs;
    const { id } = platform.users.adm;
    const disable = (organisation: number) => (key: string) =>
      platform.call(`GET /consoles/enable_disable_org?org_id=${organisation}&is_disabled=true`, { key });
    const send = (name: 'demote' | 'deactivate') => (key: string) => {
      const [path, body] = againstEachOther[name](id);
      return platform.call(`POST /consoles/${path}`, { key, body });
    };
    const reply = what.startsWith('disables') ? disable(A) : send(what.startsWith('demotes') ? 'demote' : 'deactivate');
    const [first, second] = await statusesOfBoth(disable(B), reply);
    expect(first).toBe(200);
    expect(second).toBeOneOf(what.startsWith('demotes') ? [401, 403] : [401]);
  },
);

test('CURRENT-3 what ends the own session or changes the own organisation still succeeds', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const rules = { organisationId: platform.orgs.A, sessionMinutes: 15 };
  await prove(key);
  platform.moveClock(59_000);
  const limited = await platform.call('POST /consoles/ext/update_sign_in_rules', { key, body: rules });
  const changed = await platform.call('POST /consoles/change_pwd', {
    key,
    body: {
      ent_usrs: {
        password: 'An0ther-one',
        password_confirmation: 'An0ther-one',
        current_password: fixturePassword,
        ent_usr_id: platform.users.orgA.id,
      },
    },
  });
  const { apiKey: other } = await platform.signIn('assA');
  const signedOut = await platform.call('POST /consoles/logout_api_user', { key: other });
  const { apiKey: without } = await platform.signIn('nowhere');
  const files = { logo: await png(), icon: await png() };
  const form = organisationForm(newOrganisation('Fresh'), files);
  const onboarded = await platform.call('POST /consoles/create_or_updare_org', { key: without, ...form });
  expect([limited, changed, signedOut, onboarded].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

test('CURRENT-4 a refused passkey uses its challenge up', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const post = (call: string, body: object = {}) => platform.call(`POST /consoles/ext/${call}`, { key, body });
  const device = createPasskeyDevice();
  const add = async () => {
    await prove(key);
    const response = device.create((await post('new_passkey')).json().options);
    return { response, answer: await post('add_passkey', { name: 'Laptop', response }) };
  };
  await add();
  const { response, answer } = await add();
  await platform.db.deleteFrom('passkey').execute();
  const again = await post('add_passkey', { name: 'Laptop', response });
  expect([answer.statusCode, again.statusCode]).toEqual([409, 422]);
});

test('CURRENT-5 the stored response of a repeated request goes only to a caller who can still sign in', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const send = () =>
    platform.call('POST /consoles/create_org_user', {
      key,
      body: { ent_usr: newUser('new@a.example') },
      headers: { 'idempotency-key': 'once' },
    });
  expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(200);
  let answer: ReturnType<typeof send> | undefined;
  await platform.db.transaction().execute(async (trx) => {
    await trx.selectFrom('idempotency_key').select('key').forUpdate().execute();
    answer = send();
    await untilLockWaits(platform.db);
    await signOut(trx, platform.users.orgA.id);
  });
  expect((await answer)?.statusCode).toBe(401);
});

test('CURRENT-6 a SCIM key that was revoked while its request waited changes no user', async () => {
  const { send, key } = await startScimClient(platform);
  const answer = await changeWhileWaiting(
    platform.db,
    () => send('POST /Users', { userName: 'new@a.example', active: true }),
    (trx) => trx.updateTable('api_key').set({ revoked_at: platform.now() }).where('id', '=', key.id).execute(),
  );
  expect([answer.status, answer.body.detail]).toEqual([401, 'This SCIM key was revoked.']);
  expect(await platform.db.selectFrom('scim_user').select('id').execute()).toEqual([]);
});

test('CURRENT-7 duties that move with a deactivation are not moved for a caller who was deactivated while the request waited', async () => {
  const [to = 0] = await addUsers(platform.db, platform.orgs.A, [{ role_id: 3 }]);
  const { apiKey: key } = await platform.signIn('adm');
  await prove(key);
  const { assA, audA, adm } = platform.users;
  await platform.db.updateTable('ent_usr').set({ supervisor: assA.email }).where('id', '=', audA.id).execute();
  const handOver = { toUserId: String(to), duties: ['SUPERVISED_USERS'] };
  const body = { userId: assA.id, is_disabled: true, handOver };
  const answer = await changeWhileWaiting(
    platform.db,
    () => platform.call('POST /consoles/activate_deactivate_user', { key, body }),
    (trx) => deactivate(trx, adm.id),
  );
  expect(answer.statusCode).toBe(401);
  const { supervisor } = await platform.db
    .selectFrom('ent_usr')
    .select('supervisor')
    .where('id', '=', audA.id)
    .executeTakeFirstOrThrow();
  expect(supervisor).toBe(assA.email);
});
