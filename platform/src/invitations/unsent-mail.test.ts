import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { fixturePassword } from '../testing/fixtures.ts';
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

  expect(await recipientsOfUnsent()).toEqual(['kept@a.example', 'resent@a.example']);
  const invitation = (await list()).invitations.find(({ email }: { email: string }) => email === 'resent@a.example');
  expect(invitation).toMatchObject({ state: 'Pending', is_mail_waiting: false });
});

test('START-23 a user deactivated, or of an organisation disabled, before the mail left is not mailed a dead link', async () => {
  const gone = await create('gone@a.example');
  await create('kept@a.example');
  await create('disabled@b.example', {}, 'orgB');
  const toggleGone = { key: await provenKey('orgA'), body: { userId: gone.id } };
  expect((await platform.call('POST /consoles/activate_deactivate_user', toggleGone)).statusCode).toBe(200);
  const disable = `GET /consoles/enable_disable_org?org_id=${platform.orgs.B}` as const;
  expect((await platform.call(disable, { key: await provenKey('adm') })).statusCode).toBe(200);
  expect(await recipientsOfUnsent()).toEqual(['kept@a.example']);

  await platform.call('POST /consoles/activate_deactivate_user', toggleGone);
  expect(await recipientsOfUnsent()).toEqual(['gone@a.example']);
});

async function provenKey(user: 'orgA' | 'adm'): Promise<string> {
  const { apiKey: key } = await platform.signIn(user);
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return key;
}

/** Sends the queued emails. */
async function recipientsOfUnsent() {
  const mailServer = await startMailServer();
  const mailer = createMailer({
    database: platform.db,
    clock: platform.now,
    log: { warn() {}, error() {} },
    smtpUrl: mailServer.url,
  });
  try {
    await mailer.start();
    const open = platform.db
      .selectFrom('mail')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null);
    await expect.poll(() => open.execute(), { timeout: 60_000 }).toEqual([]);
    return mailServer.received.map(({ to }) => to).toSorted();
  } finally {
    await mailer.stop();
    await mailServer.close();
  }
}
