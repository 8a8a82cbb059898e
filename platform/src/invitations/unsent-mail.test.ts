import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const { create, list, resend, revoke, copyLink } = invitationCalls(platform);

test('DESIGN-8 RELIABILITY-F27 of the invitations that were written without a mail server those are sent later whose link is good', async () => {
  for (const name of ['kept', 'resent', 'copied', 'revoked']) await create(`${name}@a.example`);
  const invitations: { id: number; email: string }[] = (await list()).invitations;
  const idOf = (name: string) => invitations.find(({ email }) => email === `${name}@a.example`)?.id ?? 0;
  platform.moveClock(minuteMs);
  const answers = [await resend(idOf('resent')), await copyLink(idOf('copied')), await revoke(idOf('revoked'))];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  for (const { email, is_mail_waiting } of (await list()).invitations)
    expect(is_mail_waiting).toBe(email !== 'copied@a.example');

  const received: string[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const mailer = createMailer({
    ...{ database: platform.db, clock: platform.now, log: { warn() {}, error() {} } },
    smtpUrl: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  });
  try {
    await mailer.start();
    const open = platform.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null);
    await expect.poll(() => open.execute(), { timeout: 10_000 }).toEqual([]);
    expect(received.toSorted()).toEqual(['kept@a.example', 'resent@a.example']);
    const invitation = (await list()).invitations.find(({ email }: { email: string }) => email === 'resent@a.example');
    expect(invitation).toMatchObject({ state: 'Pending', is_mail_waiting: false });
  } finally {
    await mailer.stop();
    await new Promise<void>((resolve) => void mailServer.close(resolve));
  }
});
