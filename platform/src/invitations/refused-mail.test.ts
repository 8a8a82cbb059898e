import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { startTestPlatform } from '../testing/platform.ts';

test('DESIGN-8 an invitation that the mail server refuses is failed with its reason, until it arrives at the next try', async () => {
  let refuses = true;
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }) : null),
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const platform = await startTestPlatform({ settings: { smtpUrl } });
  try {
    const { create, list, resend } = invitationCalls(platform);
    await create('one@a.example');
    const read = async () => (await list()).invitations[0];
    await expect.poll(async () => (await read()).state).toBe('Failed');
    const { id, failure } = await read();
    expect(failure).toContain('550 5.1.1 No such user here');
    const mails = platform.db.selectFrom('mail').where('recipient', '=', 'one@a.example').orderBy('id');
    // Wait until the first email has failed: otherwise a retry of it would be delivered.
    await expect.poll(async () => (await mails.select('failed_at').executeTakeFirst())?.failed_at).toBeInstanceOf(Date);
    refuses = false;
    platform.moveClock(minuteMs);
    expect((await resend(id)).statusCode).toBe(200);
    expect(await read()).toMatchObject({ id, state: 'Pending', failure: null });
    const sent = mails.select('sent_at');
    await expect.poll(async () => (await sent.execute()).map(({ sent_at }) => sent_at !== null)).toEqual([false, true]);
  } finally {
    await platform.close();
    await new Promise<void>((resolve) => void mailServer.close(resolve));
  }
});
