import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const provider = await startScriptedProvider();
afterAll(() => provider.close());
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host] } });
const sso = startSso(platform);
const invitations = invitationCalls(platform);
const email = 'noa@a.example';

beforeEach(async () => {
  provider.reset();
  provider.token = (_nonce, usual) => signToken('RS256', { ...usual, email });
  await platform.prepare(() => sso.enable('orgA', provider));
});

/** `in`, or the reason of the refusal. */
const signIn = async () => {
  const { address, attempt } = (
    await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email } })
  ).json();
  const body = { attempt, ...provider.open(address) };
  const answer = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return answer.statusCode === 200 ? 'in' : (answer.json().refusal ?? answer.json().message);
};
const confirm = async () => {
  const [token] = (await invitations.mailsTo(email)).flatMap(
    (text) => /single_sign_on_token=([\w-]+)/.exec(text)?.[1] ?? [],
  );
  return (await platform.call('POST /consoles/ext/confirm_single_sign_on', { body: { token: token ?? '' } }))
    .statusCode;
};
const accept = async () => [await signIn(), await confirm(), await signIn()];
const invitation = async () => (await invitations.list()).invitations[0];
const reset = async (token: string) => (await invitations.setPassword(email, token)).statusCode;
const setDisabled = async (user_id: number, is_disabled: boolean) => {
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { userId: user_id, is_disabled };
  return platform.call('POST /consoles/activate_deactivate_user', { key, body });
};

describe('an invited person', () => {
  test('SIGNIN-35 accepts the invitation by signing in at the provider, once that is confirmed', async () => {
    const { id } = await invitations.create(email);
    const token = await invitations.mailedToken(email);
    expect((await invitation()).state).toBe('Pending');
    expect(await accept()).toEqual(['CONFIRMATION_EMAILED', 200, 'in']);
    const { id: invitationId, state } = await invitation();
    expect(state).toBe('Accepted');
    const own = async () => (await platform.auditEntries('session:signIn')).filter((entry) => entry.ent_usr_id === id);
    const how = { how: 'single sign-on' };
    expect((await own()).map(({ after }) => after)).toEqual([{ ...how, accepted: 'invitation' }]);
    // The emailed link no longer works for anyone who finds it later.
    expect([(await invitations.lookUp(token)).statusCode, await reset(token)]).toEqual([404, 422]);
    platform.moveClock(10 * minuteMs);
    for (const change of [invitations.resend, invitations.revoke, invitations.copyLink])
      expect((await change(invitationId)).statusCode).toBe(409);
    expect(await signIn()).toBe('in');
    expect((await own()).at(-1)?.after).toEqual(how);
    platform.moveClock(30 * dayMs);
    expect((await invitation()).state).toBe('Accepted');
  });

  test('SIGNIN-35 does so where single sign-on is required, and after the mailed link has expired', async () => {
    await sso.switchTo('orgA', true, true);
    await invitations.create(email);
    platform.moveClock(30 * dayMs);
    expect((await invitation()).state).toBe('Expired');
    expect(await accept()).toEqual(['CONFIRMATION_EMAILED', 200, 'in']);
    expect((await invitation()).state).toBe('Accepted');
  });

  test('SIGNIN-35 is not signed in, nor mailed, once the invitation was revoked, until it is sent again', async () => {
    await invitations.create(email);
    const { id } = await invitation();
    await invitations.revoke(id);
    const before = (await invitations.mailsTo(email)).length;
    expect([await signIn(), (await invitations.mailsTo(email)).length]).toEqual(['NO_ACCOUNT', before]);
    platform.moveClock(10 * minuteMs);
    expect((await invitations.resend(id)).statusCode).toBe(200);
    expect(await signIn()).toBe('CONFIRMATION_EMAILED');
    await invitations.revoke(id);
    // The account is linked, but the invitation is revoked.
    expect([await confirm(), await signIn()]).toEqual([200, 'NO_ACCOUNT']);
    expect((await invitation()).state).toBe('Revoked');
  });

  test('SIGNIN-35 who was deactivated after that is activated without another invitation', async () => {
    const { id } = await invitations.create(email);
    await accept();
    await setDisabled(id, true);
    expect(await signIn()).toBe('USER_INACTIVE');
    const before = (await invitations.mailsTo(email)).length;
    expect((await setDisabled(id, false)).statusCode).toBe(200);
    expect([(await invitations.mailsTo(email)).length, await signIn()]).toEqual([before, 'in']);
  });
});
