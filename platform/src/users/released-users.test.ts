import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { addMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { designationTaken } from './designations.ts';

const platform = useTestPlatform();
const { copyLink, create, inviteExternal, list, mailedToken, resend, revoke, send, setPassword } =
  invitationCalls(platform);
const email = 'ciso@b.example';
const taken = [422, { errors: { email: ['is taken'] }, codes: { email: ['TAKEN'] } }];

const createIn = async (user: UserName, more: object = {}) => {
  const answer = await send('POST /consoles/create_org_user', user, {
    ent_usr: newUser(email, { role_id: 4, ...more }),
  });
  return [answer.statusCode, answer.json()];
};
const row = () => platform.db.selectFrom('ent_usr').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const invitationOf = async (user: UserName = 'orgA', org = platform.orgs.A) =>
  (await list(`&search=${email}`, user, org)).invitations[0];
const createAndRevoke = async () => {
  await create(email);
  expect((await revoke((await invitationOf()).id)).statusCode).toBe(200);
  platform.moveClock(minuteMs);
  return row();
};
const deactivate = async (id: number) => {
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { userId: id, is_disabled: true };
  return platform.call('POST /consoles/activate_deactivate_user', { key, body });
};

test('USER-76 a user of an organisation is taken while invited, also when the invitation has expired', async () => {
  await create(email);
  expect(await createIn('orgB')).toEqual(taken);
  platform.moveClock(100 * dayMs);
  expect((await invitationOf()).state).toBe('Expired');
  expect(await createIn('orgB')).toEqual(taken);
  expect(await createIn('orgA')).toEqual(taken);
});

test('USER-76 a user is free for others, and starts anew there, once the organisation has revoked the invitation', async () => {
  const { id } = await createAndRevoke();
  const { A, B } = platform.orgs;
  const times = { created_at: platform.now(), updated_at: platform.now() };
  const work = { ent_org_id: A, title: 'Audit', audit_status: 'Pending', ...times };
  await platform.db
    .insertInto('asmt')
    .values({ ...work, assessor_id: id, auditee_id: id })
    .execute();
  await platform.db.insertInto('responder').values({ ent_usr_id: id, kind: 'arc' }).execute();
  await platform.db.updateTable('ent_org').set({ organizer_id: id }).where('id', '=', A).execute();
  await addMapping(platform.db, A, platform.orgs.M, { mapped_user_id: id });

  const [status, { user }] = await createIn('orgB', { firstname: 'New', role_id: 5 });
  expect([status, user]).toMatchObject([200, { id, firstname: 'New', ent_org_id: B, role: { id: 5 } }]);
  expect(user.created_at).toBe(platform.now().toISOString());
  expect(await platform.db.selectFrom('asmt').select(['assessor_id', 'auditee_id']).execute()).toEqual([
    { assessor_id: null, auditee_id: null },
  ]);
  expect(await platform.db.selectFrom('responder').selectAll().execute()).toEqual([]);
  const { organizer_id } = await platform.db
    .selectFrom('ent_org')
    .select('organizer_id')
    .where('id', '=', A)
    .executeTakeFirstOrThrow();
  const { mapped_user_id } = await platform.db
    .selectFrom('org_mapping')
    .select('mapped_user_id')
    .executeTakeFirstOrThrow();
  expect([organizer_id, mapped_user_id]).toEqual([null, null]);
});

test('USER-76 the organisation that had the user has an event of it, and nothing of the user any more', async () => {
  const { id } = await createAndRevoke();
  const invitation = await invitationOf();
  await createIn('orgB', { firstname: 'Secret' });
  const { A } = platform.orgs;
  const [event, ...more] = await platform.auditEntries('users:takeOver');
  expect([event, more]).toMatchObject([{ target_id: String(id), subject_org_id: A, after: { email } }, []]);
  const { apiKey: key } = await platform.signIn('orgA');
  const users = await platform.call(`GET /consoles/active_user_list?org_id=${A}`, { key });
  expect(users.body).not.toContain(email);
  expect((await list(`&search=${email}`)).invitations).toEqual([]);
  for (const act of [resend, revoke, copyLink]) expect((await act(invitation.id)).statusCode).toBe(404);
  const log = await platform.call(`GET /consoles/ext/audit_events?org_id=${A}`, { key });
  expect([log.statusCode, log.body.includes('Secret')]).toEqual([200, false]);
  expect(await createIn('orgA')).toEqual(taken);
  expect((await setPassword(email, await mailedToken(email))).statusCode).toBe(200);
});

test('USER-76 a deactivated user who was never proven is free for others, and not for the organisation itself', async () => {
  await create(email);
  const { id } = await row();
  expect((await deactivate(id)).statusCode).toBe(200);
  expect(await createIn('orgA')).toEqual(taken);
  const [status, { user }] = await createIn('orgB');
  expect([status, user.id, user.is_disabled]).toEqual([200, id, false]);
});

test.each([
  ['has a password', { password_hash: 'hash' }],
  ['has signed in', { last_sign_in_at: new Date(0) }],
  ['was imported', { imported_at: new Date(0) }],
] as const)('USER-76 a deactivated or revoked user who %s is not free', async (_what, values) => {
  const { id } = await createAndRevoke();
  await platform.db.updateTable('ent_usr').set(values).where('id', '=', id).execute();
  expect(await createIn('orgB')).toEqual(taken);
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
  expect(await createIn('orgB')).toEqual(taken);
});

test('USER-76 a deactivated user without an invitation is free, too', async () => {
  const [id = 0] = await addUsers(platform.db, platform.orgs.A, [{ email, is_disabled: true, password_hash: null }]);
  expect(await createIn('orgB')).toMatchObject([200, { user: { id, ent_org_id: platform.orgs.B } }]);
});

test('USER-76 a revocation by another organisation does not free a user', async () => {
  await create(email, {}, 'orgB');
  await inviteExternal(email);
  const external = (await list(`&search=${email}`)).invitations.find(
    ({ kind }: { kind: string }) => kind === 'external_user',
  );
  expect((await revoke(external.id)).statusCode).toBe(200);
  expect(await createIn('adm', { ent_org_id: platform.orgs.M })).toEqual(taken);
});

test('USER-77 for 30 days after a revocation the organisation gets the user back as they were', async () => {
  const before = await createAndRevoke();
  await platform.db.insertInto('responder').values({ ent_usr_id: before.id, kind: 'arc' }).execute();
  await inviteExternal(email, 'orgB', platform.orgs.B);
  platform.moveClock(29 * dayMs);
  await platform.db.updateTable('ent_org').set({ user_limit: 6 }).where('id', '=', platform.orgs.A).execute();
  const [status, { user }] = await createIn('orgA');
  expect([status, user.id, user.created_at]).toEqual([200, before.id, before.created_at.toISOString()]);
  expect(await platform.db.selectFrom('responder').selectAll().execute()).toHaveLength(1);
  expect((await invitationOf('orgB', platform.orgs.B)).state).toBe('Pending');
  expect((await invitationOf()).state).toBe('Pending');
  expect(await createIn('orgB')).toEqual(taken);
  expect((await setPassword(email, await mailedToken(email))).statusCode).toBe(200);
});

test('USER-77 a revoked user is not free any more once the invitation is sent again', async () => {
  await createAndRevoke();
  expect((await resend((await invitationOf()).id)).statusCode).toBe(200);
  expect(await createIn('orgB')).toEqual(taken);
});

test('USER-77 30 days after a revocation the user starts anew in the same organisation, too', async () => {
  const before = await createAndRevoke();
  await platform.db.insertInto('responder').values({ ent_usr_id: before.id, kind: 'arc' }).execute();
  await inviteExternal(email, 'orgB', platform.orgs.B);
  platform.moveClock(30 * dayMs);
  const [status, { user }] = await createIn('orgA');
  expect([status, user.id, user.created_at]).toEqual([200, before.id, platform.now().toISOString()]);
  expect(await platform.db.selectFrom('responder').selectAll().execute()).toEqual([]);
  expect((await invitationOf('orgB', platform.orgs.B)).state).toBe('Invalid');
  expect(await platform.auditEntries('users:takeOver')).toEqual([]);
});

test('USER-77 a revoked user comes back by an upload, and the preview does not call the email taken', async () => {
  const { id } = await createAndRevoke();
  const { apiKey: key } = await platform.signIn('orgA');
  const body = { org_id: platform.orgs.A, emails: [email, 'assa@a.example'] };
  const looked = await platform.call('POST /consoles/ext/taken_emails', { key, body });
  expect(looked.json().emails).toEqual(['assa@a.example']);
  const file = formOf({ org_id: platform.orgs.A }, csvOf([rowOf(email)]));
  const answer = await platform.call('POST /consoles/bulk_user_upload', { key, ...file });
  expect(answer.json().users).toMatchObject([{ id, email }]);
});

test('USER-76 a senior post that has a holder in the other organisation is not taken over', async () => {
  await createAndRevoke();
  await addUsers(platform.db, platform.orgs.B, [{ email: 'boss@b.example', designation: 'CISO' }]);
  const [status, { errors }] = await createIn('orgB', { designation: 'CISO' });
  expect([status, errors]).toEqual([422, { designation: [designationTaken.problem.message] }]);
  expect((await row()).ent_org_id).toBe(platform.orgs.A);
});
