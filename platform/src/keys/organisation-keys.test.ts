import { personNeeded } from '@console/contract/call';
import { expect, test } from 'vitest';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addOrganisationKey } from '../testing/users.ts';

const platform = useTestPlatform();

test('ORGKEY-1 a key of an organisation acts with its role there, and the activity names the key', async () => {
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
    ...{ action: 'users:create', ent_usr_id: null, api_key_id: id, actor_role: 'ORGANISER' },
    ...{ ent_org_id: platform.orgs.A, subject_org_id: platform.orgs.A },
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
