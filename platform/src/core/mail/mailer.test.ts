import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { borrowTestDatabase, deleteMails, giveBackTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import { addMs, minuteMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import { passcodeMail, passwordChangedMail, passwordResetMail } from './mail-texts.ts';
import { createMailer, type Mailer, maxOutboxMails, type NewMail } from './mailer.ts';

interface Received {
  recipients: string[];
  raw: string;
}

let database: Kysely<Database>;
let now: Date;
let log: string[];
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await borrowTestDatabase();
});
beforeEach(async () => {
  await deleteMails(database);
  now = demoNow;
  log = [];
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => giveBackTestDatabase(database));

/** A mail server on a free port; with `refuse` it answers every mail, or the first `refusals`, with that code, or closes the connection. */
async function smtp() {
  const state = {
    refuse: null as number | 'close' | null,
    refusals: Number.POSITIVE_INFINITY,
    tries: 0,
    received: [] as Received[],
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        state.tries += 1;
        const refuse = state.tries <= state.refusals ? state.refuse : null;
        if (refuse === 'close') {
          for (const socket of connections) socket.destroy();
          return;
        }
        if (refuse) return done(Object.assign(new Error('refused'), { responseCode: refuse }));
        state.received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  server.on('error', () => {});
  const connections = new Set<Socket>();
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket) => connections.add(socket));
  await once(listening, 'listening');
  const address = listening.address();
  closers.push(() => new Promise((resolve) => void server.close(resolve)));
  return { state, url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

async function started(smtpUrl?: string): Promise<Mailer> {
  const write = (fields: object, line: string) => void log.push(`${line} ${JSON.stringify(fields)}`);
  const mailer = createMailer({
    database,
    clock: () => now,
    log: { warn: write, error: write },
    smtpUrl,
    mailFrom: 'Console <console@suite.example>',
    retryDelayMaxSeconds: 0,
    pollSeconds: 0.5,
  });
  await mailer.start();
  closers.push(() => mailer.stop());
  return mailer;
}

const passcode = (to: string): NewMail => ({
  to,
  ...passcodeMail({ code: 'K7QX', minutes: 5 }),
  expiresAt: addMs(demoNow, 5 * minuteMs),
});
const send = (mailer: Mailer, mail: NewMail) => database.transaction().execute((trx) => mailer.send(trx, mail));
const rows = () => database.selectFrom('mail').selectAll().orderBy('id').execute();
/** A part of a mail without its quoted-printable encoding. */
const readable = (part: string) =>
  part.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

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
    expect(log.join('\n')).toContain(reason);
  },
);

test('RELIABILITY-F28 a mail that was sent but not marked as sent is sent again, identically', async () => {
  const { state, url } = await smtp();
  await sql`create function unmarked() returns trigger language plpgsql as
    $$ begin raise exception 'the process ends here'; end $$`.execute(database);
  await sql`create trigger unmarked before update on mail execute function unmarked()`.execute(database);
  await send(await started(url), passcode('otp@secure.example'));
  await eventually(() => expect(state.received.length).toBeGreaterThan(1));
  await sql`drop function unmarked cascade`.execute(database);
  await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
  const ids = state.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(1);
  for (const { raw } of state.received) expect(raw).toContain('K7QX');
});

test('OTP-12 RESET-3 passcode, reset link and notice of a changed password arrive as text and as HTML', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  const link = new URL('https://console.suite.example/reset-password?reset_password_token=abc');
  const mails = [
    { of: passcodeMail({ code: 'K7QX', minutes: 5 }), says: 'K7QX' },
    { of: passwordResetMail({ name: 'Maya <b>', link, hours: 1 }), says: 'reset_password_token=abc' },
    { of: passwordChangedMail({ name: 'Maya <b>', at: demoNow, link }), says: '20 November 2026 at 09:00 UTC' },
  ];
  for (const { of } of mails) await send(mailer, { to: 'maya@secure.example', ...of });
  await eventually(() => expect(state.received).toHaveLength(3));
  for (const { of, says } of mails) {
    const raw = state.received.find((one) => one.raw.includes(`Subject: ${of.subject}`))?.raw ?? '';
    const [head = '', plain = '', html = ''] = raw.split(/Content-Type: text\/(?=plain|html)/).map(readable);
    expect(head).toContain('multipart/alternative');
    expect(plain).toMatch(/^plain;/);
    expect(plain).toContain(says);
    expect(html).toMatch(/^html;/);
    expect(html).toContain(says);
    expect(html).not.toContain('<b>');
  }
});

test('RELIABILITY-F27 OTP-12 a mail written while the mail server was down is sent by the next process', async () => {
  const { state, url } = await smtp();
  const down = await started('smtp://127.0.0.1:1');
  await send(down, passcode('otp@secure.example'));
  await eventually(() => expect(log.join('\n')).toMatch(/ESOCKET|ECONNREFUSED/));
  await down.stop();
  await started(url);
  await eventually(() => expect(state.received).toHaveLength(1));
});

test.each([451, 550])(
  'RELIABILITY-F27 OTP-12 five refusals of %i end a mail, with a log line without address and passcode',
  async (code) => {
    const { state, url } = await smtp();
    state.refuse = code;
    await send(await started(url), passcode('otp@secure.example'));
    await eventually(async () =>
      expect(await rows()).toMatchObject([
        { sent_at: null, failed_at: demoNow, failure: `${code} refused`, body_text: null, body_html: null },
      ]),
    );
    expect(state.tries).toBe(5);
    await eventually(() => expect(log.at(-1)).toContain('given up'));
    expect(log.join('\n')).not.toMatch(/secure\.example|K7QX/);
  },
);

test('RELIABILITY-F27 OTP-12 an expired passcode is not sent', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  await send(mailer, { ...passcode('otp@secure.example'), expiresAt: now });
  await send(mailer, passcode('other@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(1));
  expect(state.received[0]?.recipients).toEqual(['other@secure.example']);
  const expired = { sent_at: null, failed_at: demoNow, body_text: null };
  const failure = 'The link expired before the mail was sent.';
  await eventually(async () => expect((await rows())[0]).toMatchObject({ ...expired, failure }));
});

test('OTP-12 a rolled back transaction mails nothing', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url);
  const undone = database.transaction().execute(async (trx) => {
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
    expect(raw).not.toMatch(/^Bcc:/im);
  }
});

test('RELIABILITY-F27 OTP-12 stopping takes seconds although the mail server never answers', async () => {
  const { createServer } = await import('node:net');
  const tarpit = createServer(() => {}).listen(0, '127.0.0.1');
  await once(tarpit, 'listening');
  const address = tarpit.address();
  closers.push(() => new Promise((resolve) => void tarpit.close(() => resolve())));
  const connected = once(tarpit, 'connection');
  const mailer = await started(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  await send(mailer, passcode('otp@secure.example'));
  const [socket] = await connected;
  const begun = performance.now();
  await mailer.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
  socket.destroy();
});

test('OTP-12 without SMTP mails stay readable in the table, and the newest are kept', async () => {
  const mailer = await started();
  await database.transaction().execute(async (trx) => {
    for (let number = 1; number <= maxOutboxMails + 2; number += 1) {
      await mailer.send(trx, { ...passcode('otp@secure.example'), subject: `Mail ${number}` });
    }
  });
  const kept = await rows();
  expect(kept).toHaveLength(maxOutboxMails);
  expect(kept[0]?.subject).toBe('Mail 3');
  expect(kept.at(-1)).toMatchObject({ subject: `Mail ${maxOutboxMails + 2}`, sent_at: null });
  expect(kept.at(-1)?.body_text).toContain('K7QX');
});
