import { personNeeded } from '@console/contract/call';
import { expect, test } from 'vitest';
import { bulkActions, statesOf } from '../testing/bulk-actions.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addOrganisationKey } from '../testing/users.ts';

const platform = useTestPlatform();

test('ORGKEY-1 a key of an organisation has its role there, and the activity names the key', async () => {
  const { id, key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const created = await platform.call('POST /consoles/create_org_user', {
    key,
    body: { ent_usr: newUser('one@a.example') },
    headers: { 'idempotency-key': 'one' },
  });
  expect([created.statusCode, created.json().user?.ent_org_id]).toEqual([200, platform.orgs.A]);
  const again = await platform.call('POST /consoles/create_org_user', {
    key,
    body: { ent_usr: newUser('one@a.example') },
    headers: { 'idempotency-key': 'one' },
  });
  expect(again.json().user?.id).toBe(created.json().user.id);
  const entry = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'users:create',
    ent_usr_id: null,
    api_key_id: id,
    actor_role: 'ORGANISER',
    ent_org_id: platform.orgs.A,
    subject_org_id: platform.orgs.A,
  });
  const other = await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.B}`, { key });
  expect(other.statusCode).toBe(404);
});

test('ORGKEY-2 a key of a disabled organisation, and a key for SCIM, are unknown', async () => {
  const { key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const scim = await addOrganisationKey(platform.db, platform.orgs.A, { purpose: 'scim', role: null });
  const read = async (one: string) =>
    (await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key: one })).statusCode;
  expect([await read(key), await read(scim.key)]).toEqual([200, 401]);
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  expect(await read(key)).toBe(401);
});

test('ORGKEY-3 a key of an organisation is refused what needs a person', async () => {
  const { id, key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const { user } = (
    await platform.call('POST /tasks/api_user_detail', { key, body: { task: { api_key: key } } })
  ).json();
  expect(user).toMatchObject({ id: 0, firstname: 'nightly sync', key_owner: 'organisation', key_id: id });
  const keys = await platform.call('GET /consoles/ext/keys', { key });
  expect([keys.statusCode, keys.json().message]).toEqual([403, personNeeded]);
});

test('ORGKEY-1 a key of an organisation runs a bulk action, and another key does not read its job', async () => {
  const { start, read, end } = bulkActions(platform);
  const [{ key }, other] = [
    await addOrganisationKey(platform.db, platform.orgs.A),
    await addOrganisationKey(platform.db, platform.orgs.A),
  ];
  const { job } = (await start(key, { act: 'activate', ids: [platform.users.disA.id] })).json();
  expect(statesOf(await end(key, job.id))).toEqual(['done']);
  expect((await read(other.key, job.id)).statusCode).toBe(404);
});

test('ORGKEY-3 a key of an organisation does not accept the external user that a key has invited', async () => {
  const { key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const { orgs, users } = platform;
  const invited = await platform.call('POST /consoles/external_org_invite_user', {
    key,
    body: { user: { email: users.orgB.email }, ext_org_id: orgs.A },
  });
  expect(invited.statusCode).toBe(200);
  expect((await platform.mails('orgA')).at(-1)).toContain('to work with Organisation A');
  const body = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A, activated: true };
  const accept = (by: string) => platform.call('POST /consoles/activate_deactivate', { key: by, body });
  expect((await accept(key)).statusCode).toBe(403);
  expect((await accept((await platform.signIn('orgA')).apiKey)).statusCode).toBe(200);
});

test('ORGKEY-1 keys of two organisations do not share a limit', async () => {
  const [a, b] = [
    await addOrganisationKey(platform.db, platform.orgs.A),
    await addOrganisationKey(platform.db, platform.orgs.B),
  ];
  const encrypt = async ({ key }: { key: string }) =>
    (await platform.call('POST /consoles/encrypt', { key, body: { data: 'x' } })).statusCode;
  expect(await encrypt(a)).toBe(200);
  const blocked = { blocked_until: new Date(platform.now().getTime() + 60_000) };
  await platform.db.updateTable('attempt_count').set(blocked).execute();
  expect([await encrypt(a), await encrypt(b)]).toEqual([429, 200]);
});
