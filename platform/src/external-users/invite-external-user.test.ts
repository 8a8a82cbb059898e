import { refusalTexts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const invite = async (user: UserName, email: string, more: object = {}, org = platform.orgs.A) =>
  platform.call('POST /consoles/external_org_invite_user', {
    key: (await platform.signIn(user)).apiKey,
    body: { user: { email, ...more }, ext_org_id: org },
  });
const rows = () => platform.db.selectFrom('user_mapping').selectAll().orderBy('id').execute();
const mails = () => platform.db.selectFrom('mail').selectAll().orderBy('id').execute();
const outcome = async (answer: ReturnType<typeof invite>) => [(await answer).statusCode, (await answer).json()];
const stubOf = (email: string) =>
  platform.db.selectFrom('ent_usr').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test.each(['adm', 'arc', 'orgA', 'assA'] as const)(
  'REST-15 INVITE-11 INVITE-15 INVITE-17 %s invites a user of another organisation, who is pending, and the other responsible users are mailed',
  async (user) => {
    const { orgs, users, db } = platform;
    const modules = ['auditor', 'documenter'];
    await db
      .insertInto('subscribed_module')
      .values(modules.map((module_id) => ({ ent_org_id: orgs.A, module_id })))
      .execute();
    expect(await outcome(invite(user, 'OrgB@b.example', { modules: [...modules, 'auditor'] }))).toEqual([200, {}]);
    const [row] = await rows();
    expect(await rows()).toEqual([
      expect.objectContaining({
        ent_usr_id: users.orgB.id,
        mapped_org_id: orgs.A,
        activated: null,
        requester_id: users[user].id,
        modules,
        created_at: platform.now(),
      }),
    ]);
    const recipients = (await mails()).map(({ recipient }) => recipient);
    const responsible = (['adm', 'arc', 'orgA'] as const).filter((name) => name !== user);
    expect(recipients).toEqual([...responsible.map((name) => users[name].email), 'orgb@b.example']);
    const [mail] = await platform.mails(responsible[0] ?? 'adm');
    expect(mail).toContain(`${user} Fixture invited orgb@b.example to work with Organisation A`);
    expect(mail).toContain(`http://localhost:3000/map-external-user?id=${users.orgB.id}\n`);
    expect((await platform.mails('orgB'))[0]).toContain(`${user} Fixture invited you to work with Organisation A`);
    const [entry] = await platform.auditEntries('users:inviteExternal');
    expect(entry).toMatchObject({
      target_type: 'user_mapping',
      target_id: String(row?.id),
      after: { ent_usr_id: users.orgB.id, mapped_org_id: orgs.A, modules },
    });
  },
);

test('REST-15 INVITE-16 OPEN-31 an unknown email becomes a user without organisation, role and password', async () => {
  expect((await invite('assA', ' New@new.example ')).statusCode).toBe(200);
  const stub = await stubOf('new@new.example');
  expect(stub).toMatchObject({ ent_org_id: null, role_id: null, password_hash: null, is_disabled: false });
  expect(await rows()).toMatchObject([{ ent_usr_id: stub.id, mapped_org_id: platform.orgs.A, activated: null }]);
  expect((await platform.mails('orgA'))[0]).toContain(`/map-external-user?id=${stub.id}`);
  const toThem = (await mails()).at(-1);
  expect(toThem?.recipient).toBe('new@new.example');
  expect(toThem?.body_text?.match(/http\S+/g)).toEqual(['http://localhost:3000/']);
  expect(await platform.db.selectFrom('user_token').select('id').execute()).toEqual([]);
});

test('INVITE-13 INVITE-14 a repeated invitation reports the existing one, and a rejected one is opened again', async () => {
  const { db, orgs, users } = platform;
  await invite('orgA', 'orgb@b.example');
  expect(await outcome(invite('assA', 'orgb@b.example'))).toEqual([409, { message: 'User Mapping pending' }]);
  await db.updateTable('user_mapping').set({ activated: true }).execute();
  expect(await outcome(invite('assA', 'orgb@b.example'))).toEqual([409, { message: 'User is already Mapped !' }]);
  await db.updateTable('user_mapping').set({ activated: false }).execute();
  platform.moveClock(minuteMs);
  expect((await invite('assA', 'orgb@b.example')).statusCode).toBe(200);
  expect(await rows()).toMatchObject([
    {
      ent_usr_id: users.orgB.id,
      mapped_org_id: orgs.A,
      activated: null,
      requester_id: users.assA.id,
      created_at: platform.now(),
    },
  ]);
});

test('INVITE-12 INVITE-9 a disabled user, a user of a disabled organisation, an own one and an invalid email are refused without a write', async () => {
  const { db, users, orgs } = platform;
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgB.id).execute();
  const inactive = [422, { message: 'Invited User is inactive' }];
  expect(await outcome(invite('orgA', 'orgb@b.example'))).toEqual(inactive);
  expect(await outcome(invite('orgA', 'usrd@d.example'))).toEqual(inactive);
  const own = [422, { errors: { email: ['belongs to the inviting organisation'] }, codes: { email: ['NOT_ALLOWED'] } }];
  expect(await outcome(invite('orgA', 'auda@a.example'))).toEqual(own);
  expect(await outcome(invite('orgA', 'x'))).toEqual([
    422,
    { errors: { email: [expect.any(String)] }, codes: { email: [expect.any(String)] } },
  ]);
  const disabled = [422, { message: refusalTexts.organisationDisabled }];
  expect(await outcome(invite('adm', 'mfaa@m.example', {}, orgs.D))).toEqual(disabled);
  expect([await rows(), await mails()]).toEqual([[], []]);
});

test('INVITE-17 modules without a subscription of the organisation are refused', async () => {
  const { orgs, db } = platform;
  await db
    .insertInto('subscribed_module')
    .values([
      { ent_org_id: orgs.B, module_id: 'auditor' },
      { ent_org_id: orgs.A, module_id: 'of-an-older-release' },
    ])
    .execute();
  for (const modules of [['auditor'], ['of-an-older-release'], ['x']])
    expect(await outcome(invite('orgA', 'orgb@b.example', { modules }))).toEqual([
      422,
      { errors: { modules: ['must be modules of the organisation'] }, codes: { modules: ['UNKNOWN'] } },
    ]);
  expect(await rows()).toEqual([]);
});

test('REST-14 OPEN-29 the type of an invitation applies to either call', async () => {
  const { apiKey: key } = await platform.signIn('assA');
  const body = { user: { email: 'orgb@b.example', invite_type: 'user' } };
  expect((await platform.call('POST /consoles/invite_user', { key, body })).statusCode).toBe(200);
  expect(await rows()).toHaveLength(1);
  const organisation = { user: { email: 'orgb@b.example', invite_type: 'organisation' } };
  expect((await platform.call('POST /consoles/invite_user', { key, body: organisation })).statusCode).toBe(403);
});

const withdrawn = async (...[user, email, more, organisation]: Parameters<typeof invite>) => {
  await platform.db.updateTable('user_mapping').set({ activated: false }).execute();
  return (await invite(user, email, more, organisation)).statusCode;
};

test('SECURITY-T30 XUSER-10 an organisation invites an email at most five times an hour, and uses up no invitation of another one', async () => {
  const { M } = platform.orgs;
  const statuses = [];
  for (let n = 1; n <= 6; n += 1) statuses.push(await withdrawn('orgA', 'orgb@b.example'));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await withdrawn('assA', 'ORGB@b.example')).toBe(429);
  expect(await withdrawn('arc', 'orgb@b.example', {}, M)).toBe(200);
  platform.moveClock(61 * minuteMs);
  expect(await withdrawn('orgA', 'orgb@b.example')).toBe(200);
});

test('SECURITY-T30 XUSER-10 all other organisations together invite an email at most 15 times an hour, which leaves the invitations of its own', async () => {
  const { orgs, db } = platform;
  const { apiKey: key } = await platform.signIn('orgB');
  const body = { ent_usr: newUser('joiner@b.example', { ent_org_id: orgs.B }) };
  expect((await platform.call('POST /consoles/create_org_user', { key, body })).statusCode).toBe(200);
  const now = platform.now();
  const others = Array.from({ length: 4 }, (_, n) => ({ guid: crypto.randomUUID(), brandname: `Other ${n}` }));
  const added = await db
    .insertInto('ent_org')
    .values(others.map((other) => ({ ...other, created_at: now, updated_at: now })))
    .returning('id')
    .execute();
  const statuses: number[] = [];
  for (const { id } of added)
    for (let n = 0; n < 5; n += 1) statuses.push(await withdrawn('adm', 'joiner@b.example', {}, id));
  expect(statuses).toEqual([...Array(15).fill(200), ...Array(5).fill(429)]);
  platform.moveClock(2 * minuteMs);
  const { invitations } = (await platform.call(`GET /consoles/ext/invitations?org_id=${orgs.B}`, { key })).json();
  const given = { key, body: { invitation_id: invitations[0].id } };
  expect((await platform.call('POST /consoles/ext/resend_invitation', given)).statusCode).toBe(200);
});

test('REST-14 an invitation of an organisation and one of a user go to the same unknown email', async () => {
  const { orgs, db } = platform;
  await invite('orgA', 'new@new.example');
  const { apiKey: key } = await platform.signIn('orgB');
  const body = { user: { email: 'new@new.example' } };
  expect((await platform.call('POST /consoles/invite_user', { key, body })).statusCode).toBe(200);
  const stub = await stubOf('new@new.example');
  expect(await rows()).toMatchObject([{ ent_usr_id: stub.id, mapped_org_id: orgs.A }]);
  expect(await db.selectFrom('org_invitation').selectAll().execute()).toMatchObject([
    { ent_usr_id: stub.id, customer_id: orgs.B },
  ]);
  await addUserMapping(db, stub.id, orgs.B);
  expect(await rows()).toHaveLength(2);
});
