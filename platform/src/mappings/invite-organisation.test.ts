import { refusalTexts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping } from '../testing/mappings.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const invite = async (user: UserName, email: string, more: object = {}) =>
  platform.call('POST /consoles/invite_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { user: { email, ...more } },
  });
const inviteInto = async (user: UserName, org: number, email: string, invite_type = 'organisation') =>
  platform.call('POST /consoles/external_org_invite_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { user: { email, invite_type }, ext_org_id: org },
  });
const mappings = () => platform.db.selectFrom('org_mapping').selectAll().orderBy('id').execute();
const mailed = async () =>
  (await platform.db.selectFrom('mail').selectAll().orderBy('id').execute()).map(({ recipient }) => recipient);
const outcome = async (answer: ReturnType<typeof invite>) => [(await answer).statusCode, (await answer).json()];

test.each(['adm', 'orgA'] as const)(
  'REST-14 INVITE-8 OPEN-29 %s invites a known organisation: it is the vendor of one request, and its organisers are mailed',
  async (user) => {
    const { orgs, users } = platform;
    expect(await outcome(invite(user, ' OrgB@b.example '))).toEqual([200, {}]);
    const [row, ...others] = await mappings();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      vendor_id: orgs.B,
      customer_id: orgs.A,
      activated: null,
      status: 'Pending',
      requested_by_org_id: orgs.A,
      requester_id: users[user].id,
      mapped_user_id: users.orgB.id,
      created_at: platform.now(),
    });
    const [mail = ''] = await platform.mails('orgB');
    expect(mail).toContain('of Organisation A would like their organisation to work with yours.');
    expect(mail).toMatch(/^http:\/\/localhost:3000\/M$/m);
    expect(await mailed()).toEqual(['orgb@b.example']);
    const entries = await platform.auditEntries('mappings:invite');
    expect(entries).toMatchObject([
      {
        ent_usr_id: users[user].id,
        ent_org_id: orgs.A,
        target_type: 'org_mapping',
        target_id: String(row?.id),
        after: { vendor_id: orgs.B, customer_id: orgs.A, mapped_user_id: users.orgB.id, status: 'Pending' },
      },
    ]);
  },
);

test('INVITE-5 MAP-18 a pair has one pending or accepted mapping, whichever side requests it', async () => {
  await invite('orgA', 'orgb@b.example');
  const exists = [409, { message: 'Organisation Mapping Already Exist' }];
  expect(await outcome(invite('orgA', 'orgb@b.example'))).toEqual(exists);
  expect(await outcome(invite('orgB', 'audA@a.example'))).toEqual(exists);
  await platform.db.updateTable('org_mapping').set({ activated: true, status: 'Accepted' }).execute();
  expect(await outcome(invite('orgB', 'orga@a.example'))).toEqual(exists);
  expect([(await mappings()).length, await mailed()]).toEqual([1, ['orgb@b.example']]);
});

test.each([
  ['orgA', 'orgb@b.example'],
  ['orgB', 'orga@a.example'],
] as const)(
  'OPEN-43 MAP-18 a rejected mapping is opened again when %s requests it, as the customer',
  async (user, email) => {
    const { orgs, users, db } = platform;
    const before = { activated: false, status: 'Rejected', requester_id: users.adm.id, mapped_user_id: users.orgB.id };
    const id = await addMapping(db, orgs.B, orgs.A, before);
    platform.moveClock(minuteMs);
    expect((await invite(user, email)).statusCode).toBe(200);
    const own = user === 'orgA' ? orgs.A : orgs.B;
    expect(await mappings()).toMatchObject([
      {
        id,
        customer_id: own,
        vendor_id: user === 'orgA' ? orgs.B : orgs.A,
        requested_by_org_id: own,
        requester_id: users[user].id,
        mapped_user_id: user === 'orgA' ? users.orgB.id : users.orgA.id,
        activated: null,
        status: 'Pending',
        created_at: platform.now(),
        updated_at: platform.now(),
      },
    ]);
  },
);

test('INVITE-9 OPEN-43 an email of the own organisation and a disabled organisation are refused without a write', async () => {
  const users = (await platform.db.selectFrom('ent_usr').select('id').execute()).length;
  for (const email of ['arc@a.example', 'disa@a.example'])
    expect(await outcome(invite('orgA', email))).toEqual([
      422,
      { errors: { email: ['belongs to the inviting organisation'] }, codes: { email: ['NOT_ALLOWED'] } },
    ]);
  const disabled = [422, { message: refusalTexts.organisationDisabled }];
  expect(await outcome(invite('orgA', 'usrd@d.example'))).toEqual(disabled);
  expect(await outcome(inviteInto('adm', platform.orgs.D, 'orgb@b.example'))).toEqual(disabled);
  expect(await outcome(inviteInto('adm', platform.orgs.D, 'new@new.example'))).toEqual(disabled);
  expect([await mappings(), await mailed()]).toEqual([[], []]);
  expect(await platform.db.selectFrom('ent_usr').select('id').execute()).toHaveLength(users);
});

test('REST-15 MAP-19 an Administrator invites for any organisation, an Organiser only for their own', async () => {
  const { orgs } = platform;
  expect((await inviteInto('adm', orgs.B, 'mfaa@m.example')).statusCode).toBe(200);
  expect(await mappings()).toMatchObject([{ customer_id: orgs.B, vendor_id: orgs.M, requested_by_org_id: orgs.B }]);
  expect((await inviteInto('orgA', orgs.A, 'orgb@b.example')).statusCode).toBe(200);
  for (const org of [orgs.B, 999_999])
    expect(await outcome(inviteInto('orgA', org, 'mfaa@m.example'))).toEqual([404, { message: 'Not Found' }]);
  expect((await inviteInto('adm', 999_999, 'mfaa@m.example')).statusCode).toBe(404);
  expect(await mappings()).toHaveLength(2);
});

test('REST-14 the request goes to the organisation’s organiser, or without one to all candidates', async () => {
  const { orgs, db, users } = platform;
  const [second = 0] = await addUsers(db, orgs.B, [
    { email: 'second@b.example', role_id: 3 },
    { email: 'off@b.example', role_id: 3, is_disabled: true },
    { email: 'assessor@b.example', role_id: 4 },
  ]);
  await invite('orgA', 'assessor@b.example');
  expect((await mailed()).toSorted()).toEqual(['orgb@b.example', 'second@b.example']);
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('org_mapping').execute();
  await db.updateTable('ent_org').set({ organizer_id: second }).where('id', '=', orgs.B).execute();
  await invite('orgA', 'assessor@b.example');
  expect(await mailed()).toEqual(['second@b.example']);
  expect(users.orgB.id).not.toBe(second);
});

test('REST-14 a user who was never completed in an organisation with users gets no onboarding link', async () => {
  await addUsers(platform.db, platform.orgs.B, [{ email: 'guest@b.example', role_id: null }]);
  expect((await invite('orgA', 'guest@b.example')).statusCode).toBe(200);
  expect(await mailed()).toEqual(['orgb@b.example']);
  expect(await platform.db.selectFrom('user_token').select('id').execute()).toEqual([]);
});

test('OPEN-29 with extensions off the type of an invitation is ignored', async () => {
  const own = await startTestPlatform({ settings: { extensions: false } });
  const key = (await own.signIn('orgA')).apiKey;
  const user = { email: 'orgb@b.example' };
  const body = { user: { ...user, invite_type: 'user' } };
  expect((await own.call('POST /consoles/invite_user', { key, body })).statusCode).toBe(200);
  const external = { user: { ...user, invite_type: 'organisation' }, ext_org_id: own.orgs.A };
  expect((await own.call('POST /consoles/external_org_invite_user', { key, body: external })).statusCode).toBe(200);
  const tables = ['org_mapping', 'user_mapping'] as const;
  for (const table of tables) expect(await own.db.selectFrom(table).select('id').execute()).toHaveLength(1);
  await own.close();
});

test('ENDING-1 the modules of an invitation are stored with the mapping, answered in lists and replaced by the next request', async () => {
  const { db, orgs } = platform;
  const subscribed = ['auditor', 'central'].map((module_id) => ({ ent_org_id: orgs.A, module_id }));
  await db
    .insertInto('subscribed_module')
    .values(subscribed)
    .onConflict((same) => same.doNothing())
    .execute();
  await invite('orgA', 'orgb@b.example', { modules: ['auditor', 'central'] });
  const listed = async () => {
    const { apiKey: key } = await platform.signIn('orgB');
    const { pending_org_list } = (await platform.call('GET /consoles/pending_org_list', { key })).json();
    return pending_org_list[0].modules;
  };
  expect(await listed()).toEqual(['auditor', 'central']);
  expect(await platform.auditEntries('mappings:invite')).toMatchObject([
    { after: { modules: ['auditor', 'central'] } },
  ]);
  await db.updateTable('org_mapping').set({ activated: false, modules: null }).execute();
  await invite('orgA', 'orgb@b.example');
  expect(await listed()).toEqual([]);
  await db.updateTable('org_mapping').set({ modules: null }).execute();
  expect(await listed()).toBeNull();
});
