import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, patchOf } from '../testing/scim-requests.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

const create = (userName: string, more: object = {}) => scim.create({ userName, ...more });
const patch = (path: string, name: string, value: unknown, headers = {}) =>
  scim.send(`PATCH ${path}`, patchOf({ op: 'replace', path: name, value }), headers);
async function read() {
  const { apiKey: key } = await platform.signIn('orgA');
  const page = await platform.call(`GET /consoles/ext/provisioning?organisationId=${platform.orgs.A}`, { key });
  const pending = await platform.call('GET /consoles/ext/pending_items', { key });
  const { failures, issues } = page.json().provisioning;
  const items = pending.json().pendingItems as { kind: string }[];
  return { failures, issues, isPending: items.some(({ kind }) => kind === 'FAILED_DEACTIVATIONS') };
}
const subject = 'Your identity provider could not deactivate a user';
const mailed = async () =>
  (await platform.db.selectFrom('mail').select('recipient').where('subject', '=', subject).execute()).map(
    ({ recipient }) => recipient,
  );
/** The last Organiser of A, managed. */
const lastOrganiser = async () => create(platform.users.orgA.email);
/** Excludes the Organiser of A, who reads the page, from provisioning. */
const addReader = async () => {
  const { orgA } = platform.users;
  await platform.db.insertInto('scim_unmanaged').values({ ent_org_id: platform.orgs.A, ent_usr_id: orgA.id }).execute();
};

test('SCIMUSER-82 each user and reason has one line with a count, and the last one is on top', async () => {
  await create('stuck@a.example');
  const stuck = await create('other@a.example');
  for (let times = 0; times < 25; times += 1) {
    platform.moveClock(minuteMs);
    await scim.send('POST /Users', { userName: 'STUCK@a.example' });
    if (times === 20) await patch(stuck.path, 'userName', 'stuck@a.example');
  }
  await patch(stuck.path, 'externalId', 'x'.repeat(300));
  expect((await read()).failures).toMatchObject([
    { userName: 'other@a.example', count: 1, reason: expect.stringContaining('externalId') },
    { userName: 'STUCK@a.example', count: 25, status: 409, at: platform.now().toISOString(), method: 'POST' },
    { userName: 'other@a.example', count: 1, status: 409, method: 'PATCH' },
  ]);
});

test('SCIMUSER-83 requests with a revoked key are not in the list, whatever they ask for', async () => {
  const { path } = await create('jane@a.example');
  const revoked = await scim.addKey({ revoked_at: platform.now() });
  const headers = { authorization: `Bearer ${revoked.secret}` };
  expect((await patch(path, 'active', false, headers)).status).toBe(401);
  expect((await scim.send(`DELETE ${path}`, undefined, headers)).status).toBe(401);
  expect(await read()).toEqual({ failures: [], issues: [], isPending: false });
});

test('SCIMUSER-84 a deactivation that failed is pending and emailed once, until the user is deactivated', async () => {
  const { path, userId } = await lastOrganiser();
  for (const value of [false, 'False']) expect((await patch(path, 'active', value)).status).toBe(409);
  platform.moveClock(minuteMs);
  expect((await scim.send(`DELETE ${path}`)).status).toBe(409);
  const { issues, isPending } = await read();
  expect(issues).toMatchObject([
    {
      kind: 'DEACTIVATION_FAILED',
      userId: String(userId),
      email: platform.users.orgA.email,
      providerEmail: null,
      reason: 'The last active Organiser of an organisation cannot be deactivated or get another role.',
    },
  ]);
  expect(isPending).toBe(true);
  expect(await mailed()).toEqual([platform.users.orgA.email]);
  await addUsers(platform.db, platform.orgs.A, [{ role_id: 3, email: 'second@a.example' }]);
  expect((await patch(path, 'active', false)).status).toBe(200);
  expect(await platform.db.selectFrom('provisioning_issue').selectAll().execute()).toEqual([]);
});

test('SCIMUSER-84 it ends when the provider activates the user, and after they were deactivated it is not back with them', async () => {
  await addReader();
  const first = await create('one@a.example');
  const second = await create('two@a.example');
  const outdated = { 'if-match': '"outdated"' };
  for (const { path } of [first, second]) {
    expect((await scim.send(`PUT ${path}`, { userName: 'x', active: false }, outdated)).status).toBe(412);
  }
  expect((await read()).issues).toHaveLength(2);
  await patch(first.path, 'active', true);
  expect((await read()).issues).toMatchObject([{ email: 'two@a.example' }]);
  await patch(second.path, 'active', false);
  await patch(second.path, 'active', true);
  expect(await read()).toMatchObject({ issues: [], isPending: false });
});

test('SCIMUSER-84 a request that deactivates no one, or of another organisation, is not a failed deactivation', async () => {
  await addReader();
  const { path } = await create('jane@a.example', { externalId: 'e-1' });
  const body = { userName: 'jane@a.example', phoneNumbers: [{ primary: false, value: '1' }], title: 'x'.repeat(5_000) };
  expect((await scim.send(`PUT ${path}`, body)).status).toBe(400);
  const foreign = await startScimClient(platform, platform.orgs.B);
  expect((await foreign.send(`DELETE ${path}`)).status).toBe(404);
  expect((await foreign.send(`PATCH ${path}`, entra.disable)).status).toBe(404);
  expect((await read()).issues).toEqual([]);
  expect(await mailed()).toEqual([]);
});

test('SCIMUSER-84 a key from another address, and provisioning that is turned off, make nothing pending', async () => {
  await addReader();
  const { path } = await create('jane@a.example');
  const elsewhere = await scim.addKey({ allowed_addresses: ['203.0.113.0/24'] });
  const headers = { authorization: `Bearer ${elsewhere.secret}` };
  expect((await scim.send(`DELETE ${path}`, undefined, headers)).status).toBe(401);
  await platform.db.updateTable('scim_setting').set({ enabled_at: null }).execute();
  expect((await scim.send(`DELETE ${path}`)).status).toBe(403);
  expect(await platform.db.selectFrom('provisioning_issue').selectAll().execute()).toEqual([]);
  expect(await mailed()).toEqual([]);
});

test('SCIMUSER-84 a responder is pending without a second email', async () => {
  await addReader();
  const { path, userId } = await create('jane@a.example');
  await platform.db.insertInto('responder').values({ ent_usr_id: userId, kind: 'arc' }).execute();
  expect((await scim.send(`PATCH ${path}`, entra.disable)).status).toBe(409);
  expect((await read()).issues).toMatchObject([{ kind: 'DEACTIVATION_FAILED', reason: 'Action not permitted!' }]);
  expect(await mailed()).toEqual([]);
});
