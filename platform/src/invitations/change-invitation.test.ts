import { expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const calls = invitationCalls(platform);
const { create, inviteOrganisation, inviteExternal, list, resend, revoke, copyLink } = calls;
const { mailsTo, mailedToken, setPassword, lookUp } = calls;

const invited = async (email = 'one@a.example') => {
  await create(email);
  return (await list()).invitations[0].id as number;
};
const entries = () =>
  platform.db.selectFrom('audit_entry').selectAll().where('action', 'like', 'invitations:%').orderBy('id').execute();
const forgot = (email: string) => platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });

test('DESIGN-8 a resent invitation has a new link, the old one is dead, and it is sent once a minute', async () => {
  const id = await invited();
  const old = await mailedToken('one@a.example');
  platform.moveClock(minuteMs - 1);
  const early = await resend(id);
  expect([early.statusCode, early.json().retry_after]).toEqual([429, 1]);
  platform.moveClock(1);
  const answer = await resend(id, 'assA');
  expect(answer.json().invitation).toMatchObject({
    id,
    link_copied_at: null,
    state: 'Pending',
    is_mail_waiting: true,
    sent_at: platform.now().toISOString(),
    requester: { email: 'assa@a.example' },
    expires_at: new Date(platform.now().getTime() + 7 * 24 * hourMs).toISOString(),
  });
  expect((await lookUp(old)).statusCode).toBe(404);
  expect((await setPassword('one@a.example', await mailedToken('one@a.example'))).statusCode).toBe(200);
  expect((await resend(id)).statusCode).toBe(409);
  expect(await entries()).toMatchObject([
    {
      action: 'invitations:resend',
      target_type: 'invitation',
      target_id: String(id),
      after: { email: 'one@a.example' },
    },
  ]);
});

test('DESIGN-8 an email gets five invitations an hour at most', async () => {
  const id = await invited();
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    platform.moveClock(minuteMs);
    statuses.push((await resend(id)).statusCode);
  }
  // The first one was sent when the user was created.
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('DESIGN-8 a revoked invitation has no link, gets none for a forgotten password, and is renewed by sending it again', async () => {
  const id = await invited();
  const token = await mailedToken('one@a.example');
  await forgot('one@a.example');
  const reset = await mailedToken('one@a.example');
  expect((await revoke(id)).json().invitation).toMatchObject({ id, state: 'Revoked' });
  expect([(await lookUp(token)).statusCode, (await lookUp(reset)).statusCode]).toEqual([404, 404]);
  const mails = (await mailsTo('one@a.example')).length;
  expect((await forgot('one@a.example')).statusCode).toBe(200);
  expect(await mailsTo('one@a.example')).toHaveLength(mails);
  expect((await revoke(id)).json().invitation).toMatchObject({ state: 'Revoked' });
  expect(await entries()).toMatchObject([
    { action: 'invitations:revoke', before: { state: 'Pending', revoked_at: null }, after: { state: 'Revoked' } },
  ]);
  platform.moveClock(minuteMs);
  expect((await resend(id)).json().invitation).toMatchObject({ id, state: 'Pending' });
  expect((await setPassword('one@a.example', await mailedToken('one@a.example'))).statusCode).toBe(200);
  expect((await revoke(id)).statusCode).toBe(409);
});

test('DESIGN-8 FIRST-1 a copied link is answered once, works, and the mailed one is dead; the copy is audited without the link', async () => {
  const id = await invited();
  const mailed = await mailedToken('one@a.example');
  await platform.db.updateTable('mail').set({ failed_at: platform.now(), failure: '550' }).execute();
  const mails = (await mailsTo('one@a.example')).length;
  const sent_at = platform.now().toISOString();
  platform.moveClock(secondMs);
  const { link, invitation } = (await copyLink(id, 'adm')).json();
  expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?reset_password_token=[\w-]{43}$/);
  const link_copied_at = platform.now().toISOString();
  expect(invitation).toMatchObject({
    state: 'Pending',
    sent_at,
    link_copied_at,
    requester: { email: 'orga@a.example' },
  });
  expect((await copyLink(id)).statusCode).toBe(429);
  expect(await mailsTo('one@a.example')).toHaveLength(mails);
  expect((await lookUp(mailed)).statusCode).toBe(404);
  const token = new URL(link).searchParams.get('reset_password_token') ?? '';
  expect(JSON.stringify(await entries())).not.toContain(token);
  expect(platform.logs.join('')).not.toContain(token);
  expect(await entries()).toMatchObject([{ action: 'invitations:copyLink', ent_usr_id: platform.users.adm.id }]);
  expect((await setPassword('one@a.example', token)).statusCode).toBe(200);
});

test('DESIGN-8 a repeated idempotency key copies once and does not answer the link again', async () => {
  const id = await invited();
  const key = (await platform.signIn('orgA')).apiKey;
  const headers = { 'idempotency-key': 'copy-1' };
  const copy = () =>
    platform.call('POST /consoles/ext/copy_invitation_link', { key, headers, body: { invitation_id: id } });
  expect([(await copy()).json().link, (await copy()).json().link]).toEqual([expect.any(String), null]);
  expect(await entries()).toHaveLength(1);
});

test('DESIGN-8 EMAIL-5 an organisation’s invitation is sent again, revoked, and copied unless others have invited it too', async () => {
  await inviteOrganisation('boss@new.example');
  const { id, has_link } = (await list()).invitations[0];
  expect(has_link).toBe(true);
  platform.moveClock(minuteMs);
  expect((await copyLink(id)).json().link).toMatch(/^http:\/\/localhost:3000\/org-onboard\?token=/);
  await inviteOrganisation('boss@new.example', 'orgB');
  const theirs = await mailedToken('boss@new.example');
  platform.moveClock(minuteMs);
  expect((await list()).invitations[0]).toMatchObject({ id, has_link: false });
  expect((await copyLink(id)).statusCode).toBe(409);
  expect((await revoke(id)).json().invitation).toMatchObject({ state: 'Revoked' });
  expect((await lookUp(theirs)).statusCode).toBe(200);
  expect(await platform.db.selectFrom('org_invitation').select('customer_id').execute()).toEqual([
    { customer_id: platform.orgs.B },
  ]);
  platform.moveClock(hourMs);
  expect((await resend(id)).json().invitation).toMatchObject({ state: 'Pending' });
  expect((await lookUp(theirs)).statusCode).toBe(404);
  expect((await lookUp(await mailedToken('boss@new.example'))).statusCode).toBe(200);
  expect(await platform.db.selectFrom('org_invitation').select('customer_id').execute()).toHaveLength(2);
});

test('DESIGN-8 a revoked external user is rejected, waits again once invited again, and has no link to copy', async () => {
  await inviteExternal('orgb@b.example');
  const { id } = (await list()).invitations[0];
  const mapping = () => platform.db.selectFrom('user_mapping').select('activated').executeTakeFirst();
  expect((await copyLink(id)).statusCode).toBe(409);
  expect((await revoke(id)).statusCode).toBe(200);
  expect(await mapping()).toEqual({ activated: false });
  platform.moveClock(minuteMs);
  expect((await resend(id)).json().invitation).toMatchObject({ id, state: 'Pending' });
  expect(await mapping()).toEqual({ activated: null });
  platform.moveClock(minuteMs);
  await revoke(id);
  expect((await inviteExternal('orgb@b.example')).statusCode).toBe(200);
  expect((await list()).invitations).toMatchObject([{ id, state: 'Pending' }]);
});

test('DESIGN-8 activating a user without a password renews the invitation', async () => {
  const user = await create('one@a.example');
  const { id } = (await list()).invitations[0];
  await revoke(id);
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', user.id).execute();
  expect((await resend(id)).json()).toEqual({ message: 'Invited User is inactive' });
  await calls.send('POST /consoles/activate_deactivate_user', 'orgA', { userId: user.id });
  expect((await list()).invitations).toMatchObject([{ id, state: 'Pending' }]);
});

test('DESIGN-8 CASES-26 CASES-27 only who may invite changes an invitation: by kind, organisation, role and scope', async () => {
  const user = await invited();
  await inviteOrganisation('boss@new.example');
  const organisation = (await list()).invitations[0].id;
  await create('admin2@a.example', { role_id: 1 }, 'adm');
  const higher = (await list('&search=admin2')).invitations[0].id;
  platform.moveClock(minuteMs);
  const statuses = async (id: number, caller: 'adm' | 'arc' | 'orgA' | 'assA' | 'audA' | 'orgB') => [
    (await resend(id, caller)).statusCode,
    (await copyLink(id, caller)).statusCode,
    (await revoke(id, caller)).statusCode,
  ];
  const unknown = [404, 404, 404];
  const forbidden = [403, 403, 403];
  expect([await statuses(user, 'audA'), await statuses(999_999, 'audA')]).toEqual([forbidden, forbidden]);
  for (const id of [user, organisation, 999_999]) expect(await statuses(id, 'orgB')).toEqual(unknown);
  expect(await statuses(organisation, 'assA')).toEqual(unknown);
  expect(await statuses(organisation, 'arc')).toEqual(forbidden);
  expect(await statuses(higher, 'orgA')).toEqual(forbidden);
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id, ['read', 'users:write']);
  const body = { invitation_id: organisation };
  const answer = await platform.call('POST /consoles/ext/revoke_invitation', { key, body });
  expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('mappings:write')]);
  expect(await statuses(user, 'arc')).toEqual([200, 200, 200]);
  expect(await entries()).toHaveLength(3);
});
