import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { create, list, mailedToken, mailsTo, setPassword } = invitationCalls(platform);

test('DESIGN-8 an invitation that is accepted and revoked at once is either accepted or revoked', async () => {
  const key = (await platform.signIn('orgA')).apiKey;
  for (let n = 0; n < 6; n += 1) {
    const email = `one${n}@a.example`;
    await create(email);
    const { id: invitation_id } = (await list(`&search=${email}`)).invitations[0];
    const token = await mailedToken(email);
    const [accepted, revoked] = await Promise.all([
      setPassword(email, token),
      platform.call('POST /consoles/ext/revoke_invitation', { key, body: { invitation_id } }),
    ]);
    const { state } = (await list(`&search=${email}`)).invitations[0];
    expect([
      [200, 409, 'Accepted'],
      [422, 200, 'Revoked'],
    ]).toContainEqual([accepted?.statusCode, revoked?.statusCode, state]);
  }
});

test('DESIGN-8 of parallel resends of an invitation one is mailed, and its link works', async () => {
  await create('one@a.example');
  const { id: invitation_id } = (await list()).invitations[0];
  platform.moveClock(minuteMs);
  const key = (await platform.signIn('orgA')).apiKey;
  const send = () => platform.call('POST /consoles/ext/resend_invitation', { key, body: { invitation_id } });
  const statuses = (await Promise.all([send(), send(), send()])).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 429, 429]);
  expect(await mailsTo('one@a.example')).toHaveLength(2);
  expect((await setPassword('one@a.example', await mailedToken('one@a.example'))).statusCode).toBe(200);
});
