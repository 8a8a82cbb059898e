import { beforeEach, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, patchOf } from '../testing/scim-requests.ts';

const platform = useTestPlatform();
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

const userOf = (email: string, more: object = {}) => ({
  userName: email,
  externalId: 'e-1',
  name: { givenName: 'Jane', familyName: 'Doe' },
  active: true,
  emails: [{ type: 'work', primary: true, value: email }],
  ...more,
});
const married = { name: { givenName: 'Jane', familyName: 'Smith' } };
const create = (email = 'jane.doe@a.example') => scim.create(userOf(email));
const put = (path: string, email: string, more: object = married) =>
  scim.send(`PUT ${path}`, userOf(email, { externalId: 'e-1', ...more }));
const rowOf = (id: number) =>
  platform.db
    .selectFrom('ent_usr')
    .select(['email', 'lastname', 'designation', 'is_disabled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** An Organiser's provisioning issues and pending kinds. */
async function read(user: UserName = 'orgA') {
  const { apiKey: key } = await platform.signIn(user);
  const page = await platform.call(`GET /consoles/ext/provisioning?organisationId=${platform.orgs.A}`, { key });
  const pending = await platform.call('GET /consoles/ext/pending_items', { key });
  const { issues, issueCount, failures } = page.json().provisioning;
  const kinds = (pending.json().pendingItems as { kind: string; count: number }[]).map(({ kind, count }) => [
    kind,
    count,
  ]);
  return { issues, issueCount, failures, kinds: kinds.filter(([kind]) => kind === 'PROVIDER_EMAIL_DIFFERS') };
}
const edits = async () => (await platform.auditEntries('users:edit')).map(({ before, after }) => [before, after]);

test('SCIMUSER-80 an email address that changes at the provider stays, the rest is done, and one item and one event say so', async () => {
  const { path, userId } = await create();
  for (const lastname of ['Smith', 'Smythe']) {
    const answer = await put(path, 'jane.smith@a.example', { name: { givenName: 'Jane', familyName: lastname } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        userName: 'jane.smith@a.example',
        name: { familyName: lastname },
        emails: [{ primary: true, value: 'jane.doe@a.example' }],
      },
    });
    expect(await rowOf(userId)).toMatchObject({ email: 'jane.doe@a.example', lastname });
  }
  expect(await read()).toEqual({
    issues: [
      {
        id: expect.any(String),
        kind: 'EMAIL_DIFFERS',
        userId: String(userId),
        fullName: 'Jane Smythe',
        email: 'jane.doe@a.example',
        providerEmail: 'jane.smith@a.example',
        reason: null,
        reviewId: null,
        since: platform.now().toISOString(),
      },
    ],
    issueCount: 1,
    failures: [],
    kinds: [['PROVIDER_EMAIL_DIFFERS', 1]],
  });
  const differs = (await edits()).filter(([, after]) => JSON.stringify(after).includes('provider_email'));
  expect(differs).toEqual([
    [
      { user_name: 'jane.doe@a.example', external_id: 'e-1', provider_email: null },
      { user_name: 'jane.smith@a.example', external_id: 'e-1', provider_email: 'jane.smith@a.example' },
    ],
  ]);
});

test('SCIMUSER-80 the item goes when the addresses agree again, or the person is deactivated, and comes back with them', async () => {
  const { path, userId } = await create();
  const kinds = async () => (await read()).kinds;
  const one = [['PROVIDER_EMAIL_DIFFERS', 1]];
  await put(path, 'jane.smith@a.example');
  expect(await kinds()).toEqual(one);
  await put(path, 'JANE.doe@a.example');
  expect(await kinds()).toEqual([]);
  expect((await edits()).at(-1)).toMatchObject([{ provider_email: 'jane.smith@a.example' }, { provider_email: null }]);
  // Microsoft Entra ID changes it like this.
  const replaced = patchOf({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'jane@other.example' });
  expect((await scim.send(`PATCH ${path}`, replaced)).status).toBe(200);
  await scim.send(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'title', value: 'Boss' }));
  expect(await rowOf(userId)).toMatchObject({ email: 'jane.doe@a.example', designation: 'Boss' });
  expect(await kinds()).toEqual(one);
  await scim.send(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'active', value: false }));
  expect(await kinds()).toEqual([]);
  await scim.send(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'active', value: true }));
  expect(await kinds()).toEqual(one);
  await scim.send(`DELETE ${path}`);
  expect(await kinds()).toEqual([]);
});

test('SCIMUSER-80 without emails the user name is the address; a text that is not one is noted', async () => {
  const { body } = await scim.send('POST /Users', { userName: 'jane@a.example', externalId: 'e-2' });
  await scim.send(`PUT /Users/${body.id}`, { userName: 'joan@a.example', externalId: 'e-2' });
  expect((await read()).issues).toMatchObject([{ email: 'jane@a.example', providerEmail: 'joan@a.example' }]);
  const answer = await scim.send(`PUT /Users/${body.id}`, userOf('jane', { externalId: 'e-2', title: 'Boss' }));
  expect(answer).toMatchObject({ status: 200, body: { title: 'Boss' } });
  const { issues, failures } = await read();
  expect(issues).toMatchObject([{ providerEmail: 'joan@a.example' }]);
  expect(failures).toMatchObject([
    { userName: 'jane', reason: 'The email address was not changed, because the one that was sent is not valid.' },
  ]);
});

test('SCIMUSER-81 the way out: a user created with the new address is managed in place of the deactivated one', async () => {
  const { path, userId } = await create();
  await put(path, 'jane.smith@a.example');
  const { id: newId } = await platform.db
    .insertInto('ent_usr')
    .values({
      ent_org_id: platform.orgs.A,
      email: 'jane.smith@a.example',
      firstname: 'Jane',
      lastname: 'Smith',
      role_id: 5,
      created_at: platform.now(),
      updated_at: platform.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Both accounts are active: an Organiser must decide which of them is right.
  await put(path, 'jane.smith@a.example', { ...married, title: 'Boss' });
  expect([(await rowOf(userId)).designation, (await rowOf(newId)).designation]).toEqual(['Boss', null]);
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', userId).execute();
  const answer = await put(path, 'jane.smith@a.example', { ...married, title: 'Lead' });
  expect(answer).toMatchObject({ status: 200, body: { active: true, emails: [{ value: 'jane.smith@a.example' }] } });
  expect(await rowOf(userId)).toMatchObject({ is_disabled: true, designation: 'Boss' });
  expect(await rowOf(newId)).toMatchObject({ is_disabled: false, designation: 'Lead' });
  expect((await read()).issues).toEqual([]);
  expect((await platform.auditEntries('scim:release', 'scim:takeOver')).slice(-2)).toMatchObject([
    { action: 'scim:release', target_id: String(userId) },
    { action: 'scim:takeOver', target_id: String(newId) },
  ]);
});

test('SCIMUSER-81 a user of another organisation, an Administrator or a managed user is never managed in place of another', async () => {
  const { path, userId } = await create();
  await put(path, platform.users.orgB.email);
  const managed = await scim.send('POST /Users', { ...entra.create, externalId: 'other' });
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', userId).execute();
  for (const email of [platform.users.orgB.email, platform.users.adm.email, managed.body.emails[0].value]) {
    await platform.db.updateTable('provisioning_issue').set({ detail: email }).execute();
    const answer = await put(path, email, { ...married, active: false, title: 'Boss' });
    expect(answer).toMatchObject({ status: 200, body: { emails: [{ value: 'jane.doe@a.example' }] } });
  }
});
