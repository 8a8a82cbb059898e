import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addOrganisationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const server = '203.0.113.7';
const elsewhere = '198.51.100.9';

const idOf = async (key: string): Promise<number> =>
  (
    await platform.db
      .selectFrom('api_key')
      .select('id')
      .where('key_hash', '=', hashSecret(key))
      .executeTakeFirstOrThrow()
  ).id;
const save = async (who: UserName, key_id: number, addresses: string[]) =>
  platform.call('POST /consoles/ext/update_key_addresses', {
    key: (await platform.signIn(who)).apiKey,
    body: { key_id, addresses },
  });
const use = async (key: string, address: string) => {
  const headers = { 'x-client-address': address };
  const answer = await platform.call('GET /consoles/org_detail', { key, headers });
  return answer.statusCode === 200 ? 'in' : answer.json().message;
};

test('NETWORK-4 a key is used only from its addresses, whatever the list of the organisation says', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const saved = await save('orgA', await idOf(key), ['::ffff:203.0.113.0/120']);
  expect(saved.json().key.allowed_addresses).toEqual(['203.0.113.0/24']);
  await platform.db
    .updateTable('ent_org')
    .set({ allowed_addresses: ['192.0.2.1'] })
    .execute();
  expect([await use(key, server), await use(key, elsewhere)]).toEqual([
    'in',
    'You cannot use this API key from your IP address.',
  ]);
  await platform.db.updateTable('ent_org').set({ allowed_addresses: null }).execute();
  await save('orgA', await idOf(key), []);
  expect(await use(key, elsewhere)).toBe('in');
  expect(await platform.auditEntries('network:editKey')).toMatchObject([
    { before: { allowed_addresses: null }, after: { allowed_addresses: ['203.0.113.0/24'] } },
    { before: { allowed_addresses: ['203.0.113.0/24'] }, after: { allowed_addresses: null } },
  ]);
});

test('NETWORK-4 only the owner changes the list of a key, with a session, while it works', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.assA.id);
  const id = await idOf(key);
  const status = async (who: UserName) => (await save(who, id, [server])).statusCode;
  expect(await Promise.all((['assA', 'orgA', 'adm', 'audA', 'orgB'] as const).map(status))).toEqual([
    ...[200, 404, 404, 404, 404],
  ]);
  const byKey = { key, body: { key_id: id, addresses: [] }, headers: { 'x-client-address': server } };
  expect((await platform.call('POST /consoles/ext/update_key_addresses', byKey)).statusCode).toBe(403);
  expect((await save('assA', id, ['10.0.0.1/8'])).json().codes).toEqual({ addresses: ['FORMAT'] });
  await platform.db.updateTable('api_key').set({ revoked_at: platform.now() }).where('id', '=', id).execute();
  expect((await save('assA', id, [])).statusCode).toBe(409);
});

test('NETWORK-9 a key that is used from elsewhere is one refusal a minute, and counts as not used', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.assA.id);
  const id = await idOf(key);
  await platform.db
    .updateTable('api_key')
    .set({ allowed_addresses: [server] })
    .where('id', '=', id)
    .execute();
  for (let time = 0; time < 3; time += 1) await use(key, elsewhere);
  platform.moveClock(minuteMs);
  await use(key, elsewhere);
  const refusals = platform.db.selectFrom('audit_entry').select(['ent_usr_id', 'api_key_id', 'client_address']);
  expect(await refusals.where('code', '=', 'ADDRESS_NOT_ALLOWED').execute()).toEqual(
    Array(2).fill({ ent_usr_id: platform.users.assA.id, api_key_id: id, client_address: elsewhere }),
  );
  const { last_used_at } = await platform.db
    .selectFrom('api_key')
    .select('last_used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(last_used_at).toBeNull();
});

test('NETWORK-4 the list of a key of an organisation is changed by those who manage it, and stays when it is rotated', async () => {
  const { id, key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const saveAs = async (who: UserName) =>
    platform.call('POST /consoles/ext/update_organisation_key_addresses', {
      key: (await platform.signIn(who)).apiKey,
      body: { id, addresses: [server] },
    });
  const statuses = (['orgA', 'adm', 'arc', 'assA', 'orgB'] as const).map(async (who) => (await saveAs(who)).statusCode);
  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403, 404]);
  expect((await saveAs('orgA')).json().apiKey.allowedAddresses).toEqual([server]);
  expect([await use(key, server), await use(key, elsewhere)]).toEqual([
    'in',
    'You cannot use this API key from your IP address.',
  ]);
  const { apiKey } = await platform.signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: fixturePassword } });
  const rotated = await platform.confirmed('POST /consoles/ext/rotate_organisation_key', { key: apiKey, body: { id } });
  expect(rotated.json().apiKey.allowedAddresses).toEqual([server]);
  const own = await idOf(await addIntegrationKey(platform.db, platform.users.orgA.id));
  await save('orgA', own, [server]);
  const again = await platform.confirmed('POST /consoles/ext/rotate_key', { key: apiKey, body: { key_id: own } });
  expect(again.json().key.allowed_addresses).toEqual([server]);
});
