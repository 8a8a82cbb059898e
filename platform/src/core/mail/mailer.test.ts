import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { passwordChangedMail, passwordResetMail } from '../../account/account-mail-texts.ts';
import { passcodeMail } from '../../session/session-mail-texts.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { eventually, invitation, passcode, useMailers } from '../../testing/mailers.ts';
import { addMs, hourMs } from '../base/clock.ts';
import { maxOutboxMails } from './mailer.ts';

const mails = useMailers();
const { smtp, started, send, rows } = mails;

/** A part of a mail without its quoted-printable encoding. */
const readable = (part: string) =>
  part.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

test('OTP-12 a passcode arrives by SMTP, and its text is deleted afterwards', async () => {
  const { state, url } = await smtp();
  await send(await started(url), passcode('otp@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['otp@secure.example']);
  expect(state.received[0]?.raw).toContain('K7QX');
  expect(state.received[0]?.raw).toMatch(/^From: Console <console@suite.example>\r?$/m);
  expect(state.received[0]?.raw.match(/^Subject: .*$/m)?.[0]).not.toContain('K7QX');
  await eventually(async () =>
    expect(await rows()).toMatchObject([{ sent_at: demoNow, failed_at: null, body_text: null, body_html: null }]),
  );
});

test('EMAIL-1 an email arrives by SMTP with the names of product and organisation, and the URL of the console', async () => {
  const { state, url } = await smtp();
  const [organisation] = await mails.addOrganisations(1);
  const mailer = await started(url, { publicUrl: new URL('https://console.suite.example') });
  await send(mailer, invitation('maya@secure.example', organisation));
  await eventually(() => expect(state.received).toHaveLength(1));
  const { brandname } = await mails.database
    .selectFrom('ent_org')
    .select('brandname')
    .where('id', '=', organisation ?? 0)
    .executeTakeFirstOrThrow();
  const received = readable(state.received[0]?.raw ?? '');
  expect(received).toContain(`Console for ${brandname}`);
  expect(received).toContain('<strong>Console</strong>');
  expect(received).toContain('https://console.suite.example/');
});

test.each([
  ['answers 451', 451, 'EMESSAGE 451'],
  ['closes the connection', 'close', 'ECONNECTION'],
] as const)(
  'RELIABILITY-F27 OTP-12 a mail is retried while the server %s, and arrives once',
  async (_what, refuse, reason) => {
    const { state, url } = await smtp();
    Object.assign(state, { refuse, refusals: 2 });
    await send(await started(url), passcode('otp@secure.example'));
    await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
    expect(state.received).toHaveLength(1);
    expect(state.tries).toBe(3);
    expect(mails.log.join('\n')).toContain(reason);
  },
);

test('OTP-12 RESET-3 passcode, reset link and notice of a changed password arrive as text and as HTML', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  const link = new URL('https://console.suite.example/reset-password?reset_password_token=abc');
  const texts = [
    { of: passcodeMail({ code: 'K7QX', minutes: 5 }), text: 'K7QX' },
    { of: passwordResetMail({ name: 'Maya <b>', link, hours: 1 }), text: 'reset_password_token=abc' },
    {
      of: passwordChangedMail({ name: 'Maya <b>', at: demoNow, link, keys: { names: [], link } }),
      text: '20 November 2026 at 09:00 UTC',
    },
  ];
  for (const { of } of texts) await send(mailer, { to: 'maya@secure.example', ...of });
  await eventually(() => expect(state.received).toHaveLength(3));
  for (const { of, text } of texts) {
    const raw = state.received.find((one) => one.raw.includes(`Subject: ${of.subject}`))?.raw ?? '';
    const [head = '', plain = '', html = ''] = raw.split(/Content-Type: text\/(?=plain|html)/).map(readable);
    expect(head).toContain('multipart/alternative');
    expect(plain).toMatch(/^plain;/);
    expect(plain).toContain(text);
    expect(html).toMatch(/^html;/);
    expect(html).toContain(text);
    expect(html).not.toContain('<b>');
  }
});

test('RELIABILITY-F27 OTP-12 a mail written while the mail server was down is sent by the next process', async () => {
  const { state, url } = await smtp();
  const down = await started('smtp://127.0.0.1:1');
  await send(down, passcode('otp@secure.example'));
  await eventually(() => expect(mails.log.join('\n')).toContain('ECONNREFUSED 127.0.0.1:1'));
  await down.stop();
  await started(url);
  await eventually(() => expect(state.received).toHaveLength(1));
});

test('RELIABILITY-F27 OTP-12 five refusals for good end a mail, with a log line without address and passcode', async () => {
  const { state, url } = await smtp();
  state.refuse = 550;
  await send(await started(url), passcode('otp@secure.example'));
  await eventually(async () =>
    expect(await rows()).toMatchObject([
      { sent_at: null, failed_at: demoNow, failure: '550 refused', body_text: null, body_html: null },
    ]),
  );
  expect(state.tries).toBe(5);
  await eventually(() => expect(mails.log.at(-1)).toContain('given up'));
  expect(mails.log.join('\n')).not.toMatch(/secure\.example|K7QX/);
});

test('RELIABILITY-F27 OTP-12 a mail server that refuses the sender is waited for, and no mail is given up', async () => {
  const { state, url } = await smtp();
  state.refuseSender = true;
  await send(await started(url), invitation('one@secure.example'));
  await eventually(() => expect(mails.log.length).toBeGreaterThan(8));
  state.refuseSender = false;
  await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
});

test('RELIABILITY-F27 OTP-12 mails that were written without a mail server are sent at the next start with one, passcodes are not', async () => {
  const outbox = await started();
  await send(outbox, passcode('otp@secure.example'));
  await send(outbox, invitation('one@secure.example'));
  await send(outbox, { ...invitation('late@secure.example'), expiresAt: demoNow });
  const { state, url } = await smtp();
  const [first, second] = [await started(url), await started(url)];
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['one@secure.example']);
  await eventually(async () =>
    expect(await rows()).toMatchObject([
      { sent_at: null, failed_at: demoNow, failure: 'There was no mail server when it was written.', body_text: null },
      { sent_at: demoNow },
      { sent_at: null, failed_at: demoNow },
    ]),
  );
  await first.stop();
  await second.stop();
  await send(outbox, invitation('two@secure.example'));
  await started(url);
  await eventually(() => expect(state.received).toHaveLength(2));
});

test('RELIABILITY-F27 OTP-12 an expired passcode is not sent', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  await send(mailer, { ...passcode('otp@secure.example'), expiresAt: mails.now });
  await send(mailer, passcode('other@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['other@secure.example']);
  const expired = { sent_at: null, failed_at: demoNow, body_text: null };
  const failure = 'The link expired before the email was sent.';
  await eventually(async () => expect((await rows())[0]).toMatchObject({ ...expired, failure }));
});

test('OTP-12 a rolled back transaction mails nothing', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  const undone = mails.database.transaction().execute(async (trx) => {
    await mailer.send(trx, passcode('undone@secure.example'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await send(mailer, passcode('otp@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['otp@secure.example']);
  expect(await rows()).toHaveLength(1);
});

test('OTP-12 an address or a subject cannot add recipients or headers', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  const subject = 'Hello\r\nBcc: victim@other.example';
  await send(mailer, { ...passcode('otp@secure.example, victim@other.example'), subject });
  await send(mailer, { ...passcode('otp@secure.example'), subject });
  await eventually(() => expect(state.received.some(({ raw }) => raw.includes('Subject: Hello'))).toBe(true));
  for (const { recipients, raw } of state.received) {
    expect(recipients).not.toContain('victim@other.example');
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
  }
});

test('OTP-12 without SMTP mails stay readable in the table, and the newest are kept', async () => {
  const mailer = await started();
  await mails.database.transaction().execute(async (trx) => {
    const mails = Array.from({ length: maxOutboxMails + 1 }, (_, index) => ({
      ...passcode('otp@secure.example'),
      subject: `Mail ${index + 1}`,
    }));
    await mailer.send(trx, ...mails);
    await mailer.send(trx, { ...passcode('otp@secure.example'), subject: `Mail ${maxOutboxMails + 2}` });
  });
  const kept = await rows();
  expect(kept).toHaveLength(maxOutboxMails);
  expect(kept[0]?.subject).toBe('Mail 3');
  expect(kept.at(-1)).toMatchObject({ subject: `Mail ${maxOutboxMails + 2}`, sent_at: null });
  expect(kept.at(-1)?.body_text).toContain('K7QX');
});

test('STRANGER-6 an email that is due later is sent then, also if there was no mail server before', async () => {
  const dueAt = addMs(demoNow, hourMs);
  await send(await started(), { ...invitation('late@secure.example'), dueAt });
  const { state, url } = await smtp();
  const mailer = await started(url);
  await send(mailer, { ...invitation('later@secure.example'), dueAt });
  await send(mailer, invitation('now@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['now@secure.example']);
  const { rows: jobs } = await sql<{ id: number; minutes: number }>`select (data ->> 'id')::int as id,
    extract(epoch from start_after - created_on)::int / 60 as minutes
    from pgboss.job where state = 'created' order by id`.execute(mails.database);
  expect(jobs.map(({ minutes }) => minutes)).toEqual([60, 60]);
  expect((await rows()).map(({ due_at, sent_at }) => [due_at, sent_at])).toEqual([
    [dueAt, null],
    [dueAt, null],
    [null, demoNow],
  ]);
  await sql`update pgboss.job set start_after = created_on where state = 'created'`.execute(mails.database);
  await eventually(() => expect(state.received).toHaveLength(3));
});
