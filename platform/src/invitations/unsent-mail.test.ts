import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { create, list, resend, revoke, copyLink } = invitationCalls(platform);

test('DESIGN-8 RELIABILITY-F27 invitations written without a mail server are sent later, those with a dead link are not', async () => {
  for (const name of ['kept', 'resent', 'copied', 'revoked']) await create(`${name}@a.example`);
  const invitations: { id: number; email: string }[] = (await list()).invitations;
  const idOf = (name: string) => invitations.find(({ email }) => email === `${name}@a.example`)?.id ?? 0;
  platform.moveClock(minuteMs);
  const answers = [await resend(idOf('resent')), await copyLink(idOf('copied')), await revoke(idOf('revoked'))];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const { email, is_mail_waiting } of (await list()).invitations)
    expect(is_mail_waiting).toBe(email !== 'copied@a.example');

  const mailServer = await startMailServer();
  const mailer = createMailer({
    ...{ database: platform.db, clock: platform.now, log: { warn() {}, error() {} } },
    smtpUrl: mailServer.url,
  });
  try {
    await mailer.start();
    const open = platform.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null);
    await expect.poll(() => open.execute(), { timeout: 10_000 }).toEqual([]);
    expect(mailServer.received.map(({ to }) => to).toSorted()).toEqual(['kept@a.example', 'resent@a.example']);
    const invitation = (await list()).invitations.find(({ email }: { email: string }) => email === 'resent@a.example');
    expect(invitation).toMatchObject({ state: 'Pending', is_mail_waiting: false });
  } finally {
    await mailer.stop();
    await mailServer.close();
  }
});
