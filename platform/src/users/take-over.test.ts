import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const calls = invitationCalls(platform);
const { create, copyLink, inviteExternal, inviteOrganisation, list, mailedToken, resend, revoke, send, setPassword } =
  calls;
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
const mapping = () => platform.db.selectFrom('user_mapping').selectAll().executeTakeFirst();
const accept = async (user: UserName = 'orgA', more: object = {}) => {
  const { id, ent_org_id } = await row();
  const body = { user_id: id, vendor_id: ent_org_id ?? platform.orgs.A, customer_id: platform.orgs.A, activated: true };
  return send('POST /consoles/activate_deactivate', user, { ...body, ...more });
};
const withdraw = async () =>
  send('POST /consoles/ext/withdraw_external_user', 'assA', {
    ent_usr_id: (await row()).id,
    mapped_org_id: platform.orgs.A,
  });

test('USER-71 an email that another organisation has invited and withdrawn is free, and the user is as a new one', async () => {
  await inviteExternal(email);
  const { id } = await row();
  expect((await withdraw()).statusCode).toBe(200);
  platform.moveClock(minuteMs);
  const [status, { user }] = await createIn('orgB', { firstname: 'New' });
  expect([status, user.id, user.firstname, user.ent_org_id]).toEqual([200, id, 'New', platform.orgs.B]);
  expect(user.created_at).toBe(platform.now().toISOString());
  expect((await setPassword(email, await mailedToken(email))).statusCode).toBe(200);
  expect(await createIn('orgA')).toEqual(taken);
});

test('USER-71 an unproven user without organisation is taken over by an upload, too, whatever others have pending', async () => {
  await inviteExternal(email);
  await inviteOrganisation(email);
  const key = (await platform.signIn('orgB')).apiKey;
  const file = formOf({ org_id: platform.orgs.B }, csvOf([rowOf('new@b.example'), rowOf(email)]));
  const answer = await platform.call('POST /consoles/bulk_user_upload', { key, ...file });
  expect(answer.json().users.map((user: { email: string }) => user.email)).toEqual(['new@b.example', email]);
  expect((await row()).ent_org_id).toBe(platform.orgs.B);
});

test('USER-71 the organiser of a new organisation is taken over as well', async () => {
  await inviteExternal(email);
  await platform.db.updateTable('ent_org').set({ organizer_id: null }).where('id', '=', platform.orgs.B).execute();
  const body = { ent_usr: newUser(email, { role_id: 3, ent_org_id: platform.orgs.B }) };
  expect((await send('POST /consoles/create_organiser', 'adm', body)).statusCode).toBe(200);
  expect((await row()).ent_org_id).toBe(platform.orgs.B);
});

test.each([
  ['a password', { password_hash: 'hash' }],
  ['a sign-in', { last_sign_in_at: new Date(0) }],
  ['a role from an acceptance', { role_id: 4 }],
  ['an import', { imported_at: new Date(0) }],
] as const)('USER-72 an email of a user without organisation with %s is taken', async (_what, values) => {
  await addUsers(platform.db, null, [{ email, role_id: null, ...values }]);
  expect(await createIn('orgB')).toEqual(taken);
});

test.each(['passkey', 'sso_link'] as const)('USER-72 an email of a user with a %s is taken', async (table) => {
  const [id = 0] = await addUsers(platform.db, null, [{ email, role_id: null }]);
  const created_at = platform.now();
  const passkey = { name: 'key', credential_id: 'id', public_key: 'key', sign_count: 0, transports: [], created_at };
  const link = { ent_org_id: platform.orgs.A, issuer: 'https://idp.example', subject: '1', created_at };
  if (table === 'passkey')
    await platform.db
      .insertInto(table)
      .values({ ...passkey, ent_usr_id: id })
      .execute();
  else
    await platform.db
      .insertInto(table)
      .values({ ...link, ent_usr_id: id })
      .execute();
  expect(await createIn('orgB')).toEqual(taken);
});

test('USER-73 a link is not shown while another organisation has an invitation for the email: the attack fails at the copy', async () => {
  await inviteExternal(email);
  const [status] = await createIn('orgB');
  expect(status).toBe(200);
  const { id, has_link } = await invitationOf('orgB', platform.orgs.B);
  expect(has_link).toBe(false);
  const answer = await copyLink(id, 'orgB');
  const message =
    'The link cannot be copied, because this email address has other invitations. Resend the invitation by email.';
  expect([answer.statusCode, answer.json()]).toEqual([409, { message }]);
  // The invitation is not accepted either before it was sent again.
  expect((await accept()).json()).toEqual({
    message: 'This invitation is no longer valid. Send it again before you accept it.',
  });
  expect((await mapping())?.activated).toBeNull();
});

test('USER-73 the link is shown 7 days after the invitation of the other organisation was withdrawn', async () => {
  await inviteExternal(email);
  await withdraw();
  await createIn('orgB');
  const { id } = await invitationOf('orgB', platform.orgs.B);
  expect((await copyLink(id, 'orgB')).statusCode).toBe(409);
  platform.moveClock(7 * dayMs - 1);
  expect((await copyLink(id, 'orgB')).statusCode).toBe(409);
  platform.moveClock(1);
  const copied = await copyLink(id, 'orgB');
  expect([copied.statusCode, copied.json().link]).toEqual([200, expect.stringContaining('reset_password_token=')]);
});

test('USER-73 a link of a user of the organisation is not shown once another organisation has invited them', async () => {
  await create(email, {}, 'orgB');
  const { id } = await invitationOf('orgB', platform.orgs.B);
  await inviteExternal(email);
  expect((await copyLink(id, 'orgB')).statusCode).toBe(409);
});

test('USER-74 an external invitation of another organisation is invalid after a take-over, and valid when it is sent again', async () => {
  await inviteExternal(email);
  await createIn('orgB');
  const pending = await invitationOf();
  expect(pending).toMatchObject({ kind: 'external_user', state: 'Invalid' });
  expect((await list('&state=Invalid')).total_count).toBe(1);
  const external = async () =>
    (await send('GET /consoles/accepcted_pending_user_list', 'orgA')).json().accepted_pending_user_list[0];
  const ids = { ent_usr_id: (await row()).id, mapped_org_id: platform.orgs.A };
  const exists = await send('POST /consoles/user_mapping_exists', 'orgA', ids);
  expect([(await external()).must_resend, exists.json().mapping.must_resend]).toEqual([true, true]);
  platform.moveClock(minuteMs);
  expect((await resend(pending.id)).json().invitation.state).toBe('Pending');
  expect(await external()).not.toHaveProperty('must_resend');
  expect((await accept()).statusCode).toBe(200);
  expect((await invitationOf()).state).toBe('Accepted');
});

test('USER-74 an external user who was accepted without details is pending and invalid after a take-over', async () => {
  await inviteExternal(email);
  expect((await accept()).statusCode).toBe(200);
  await createIn('orgB');
  expect([(await mapping())?.activated, (await invitationOf()).state]).toEqual([null, 'Invalid']);
});

test('USER-74 an onboarding invitation is invalid after a take-over; its link has ended, and sent again it asks for a mapping', async () => {
  await inviteOrganisation(email);
  const token = await mailedToken(email);
  await createIn('orgB');
  const pending = await invitationOf();
  expect(pending).toMatchObject({ kind: 'organisation', state: 'Invalid' });
  const lookUp = await platform.call('POST /consoles/user_by_reset_pwd', { body: { reset_password_token: token } });
  expect(lookUp.statusCode).not.toBe(200);
  platform.moveClock(minuteMs);
  expect((await resend(pending.id)).json().invitation.state).toBe('Accepted');
  expect(await platform.db.selectFrom('org_mapping').selectAll().execute()).toMatchObject([
    { vendor_id: platform.orgs.B, customer_id: platform.orgs.A, activated: null, mapped_user_id: (await row()).id },
  ]);
});

test('USER-74 open links and tokens of the user end at a take-over', async () => {
  await inviteExternal(email);
  const reset = await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
  expect(reset.statusCode).toBe(200);
  const token = await mailedToken(email);
  await createIn('orgB');
  expect((await setPassword(email, token)).statusCode).toBe(422);
  expect((await row()).password_hash).toBeNull();
});

test('USER-74 an invalid invitation is revoked by its sender, which leaves the links of the user', async () => {
  await inviteExternal(email);
  await createIn('orgB');
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
  const token = await mailedToken(email);
  expect((await revoke((await invitationOf()).id)).json().invitation.state).toBe('Revoked');
  expect((await setPassword(email, token)).statusCode).toBe(200);
});
