import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { create, inviteOrganisation, list, copyLink, revoke, mailedToken, setPassword, lookUp } =
  invitationCalls(platform);

const invitationOf = async (token: string) => (await lookUp(token)).json().invitation;
const expires_at = () => new Date(platform.now().getTime() + 7 * dayMs).toISOString();
const inviter = 'orgA Fixture';
const organisation = 'Organisation A';
const forgot = async (email: string) => {
  await platform.call('POST /consoles/console_reset_pwd_link', { body: { email } });
  return mailedToken(email);
};

test('START-17 the link of a user answers who invited them, where, as what and until when, also when it was copied', async () => {
  await create('one@a.example');
  const said = { kind: 'user', inviter, organisation, role: 'ASSESSOR', expires_at: expires_at() };
  expect(await invitationOf(await mailedToken('one@a.example'))).toEqual(said);
  const { link } = (await copyLink((await list()).invitations[0].id, 'adm')).json();
  expect(await invitationOf(new URL(link).searchParams.get('reset_password_token') ?? '')).toEqual(said);
});

test('START-17 an onboarding link answers the organisation that mailed it last, and no role', async () => {
  await inviteOrganisation('boss@new.example');
  expect(await invitationOf(await mailedToken('boss@new.example'))).toEqual({
    kind: 'organisation',
    inviter,
    organisation,
    role: null,
    expires_at: expires_at(),
  });
  await inviteOrganisation('boss@new.example', 'orgB');
  expect(await invitationOf(await mailedToken('boss@new.example'))).toMatchObject({ organisation: 'Organisation B' });
});

test('START-17 a forgotten password answers the invitation only while there is no password, with the end of its own link', async () => {
  await create('one@a.example');
  const token = await forgot('one@a.example');
  const hour = new Date(platform.now().getTime() + dayMs / 24).toISOString();
  expect(await invitationOf(token)).toMatchObject({ kind: 'user', organisation, expires_at: hour });
  expect((await setPassword('one@a.example', token)).statusCode).toBe(200);
  const found = (await lookUp(await forgot('one@a.example'))).json();
  expect([found.kind, found.user.email]).toEqual(['reset', 'one@a.example']);
  expect(found).not.toHaveProperty('invitation');
});

test('START-17 a used, expired, revoked or unknown link reveals neither a person nor an invitation', async () => {
  await create('one@a.example');
  const used = await mailedToken('one@a.example');
  await setPassword('one@a.example', used);
  await create('two@a.example');
  const revoked = await mailedToken('two@a.example');
  await revoke((await list('&search=two@')).invitations[0].id);
  await create('three@a.example');
  const old = await mailedToken('three@a.example');
  platform.moveClock(7 * dayMs + 1);
  for (const token of [used, revoked, old, 'invented'])
    expect([(await lookUp(token)).statusCode, (await lookUp(token)).json()]).toEqual([404, { message: 'Not Found' }]);
});
