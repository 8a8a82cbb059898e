import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { borrowTestDatabase, deleteMails, giveBackTestDatabase } from '../../testing/database.ts';
import { demoNow } from '../../testing/demo-now.ts';
import type { NewMail } from '../access/mail-sender.ts';
import { addMs, dayMs, minuteMs } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import { invitationMail, passcodeMail, passwordChangedMail, passwordResetMail } from './mail-texts.ts';
import { createMailer, type Mailer, type MailerOptions, maxOutboxMails } from './mailer.ts';

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
    refuseSender: false,
    /** Milliseconds before it answers that it has taken a mail to slow@… */
    slowMs: 0,
    tries: 0,
    connections: 0,
    received: [] as Received[],
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) =>
      done(state.refuseSender ? Object.assign(new Error('sender refused'), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        state.tries += 1;
        const refuse = state.tries <= state.refusals ? state.refuse : null;
        if (refuse === 'close') {
          for (const socket of connections) socket.destroy();
          return;
        }
        if (refuse) return done(Object.assign(new Error('refused'), { responseCode: refuse }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        state.received.push({ recipients, raw });
        setTimeout(done, recipients.some((address) => address.startsWith('slow@')) ? state.slowMs : 0);
      });
    },
  });
  server.on('error', () => {});
  const connections = new Set<Socket>();
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket) => {
    state.connections += 1;
    connections.add(socket);
  });
  await once(listening, 'listening');
  const address = listening.address();
  closers.push(() => new Promise((resolve) => void server.close(resolve)));
  return { state, url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

async function started(smtpUrl?: string, more: Partial<MailerOptions> = {}): Promise<Mailer> {
  const write = (fields: object, line: string) => void log.push(`${line} ${JSON.stringify(fields)}`);
  const mailer = createMailer({
    database,
    clock: () => now,
    log: { warn: write, error: write },
    smtpUrl,
    mailFrom: 'Console <console@suite.example>',
    retryDelayMaxSeconds: 0,
    pollSeconds: 0.5,
    ...more,
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
const invitation = (to: string, organisationId?: number): NewMail => ({
  ...{ to, organisationId },
  ...invitationMail({ name: 'Maya', organisation: 'Secure', link: new URL('https://console.example/x'), days: 7 }),
});
async function addOrganisations(count: number): Promise<number[]> {
  const added = { created_at: demoNow, updated_at: demoNow };
  const values = Array.from({ length: count }, randomUUID).map((guid) => ({ ...added, guid, brandname: guid }));
  const organisations = await database.insertInto('ent_org').values(values).returning('id').execute();
  return organisations.map(({ id }) => id);
}
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
    { of: passcodeMail({ code: 'K7QX', minutes: 5 }), text: 'K7QX' },
    { of: passwordResetMail({ name: 'Maya <b>', link, hours: 1 }), text: 'reset_password_token=abc' },
    { of: passwordChangedMail({ name: 'Maya <b>', at: demoNow, link }), text: '20 November 2026 at 09:00 UTC' },
  ];
  for (const { of } of mails) await send(mailer, { to: 'maya@secure.example', ...of });
  await eventually(() => expect(state.received).toHaveLength(3));
  for (const { of, text } of mails) {
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
  await eventually(() => expect(log.join('\n')).toMatch(/ESOCKET|ECONNREFUSED/));
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
  await eventually(() => expect(log.at(-1)).toContain('given up'));
  expect(log.join('\n')).not.toMatch(/secure\.example|K7QX/);
});

test.each([421, 451, 'close'] as const)(
  'RELIABILITY-F27 OTP-12 a mail server that refuses for now (%s) is waited for, three days at most',
  async (refuse) => {
    const { state, url } = await smtp();
    Object.assign(state, { refuse, refusals: 8 });
    const mailer = await started(url);
    await send(mailer, invitation('one@secure.example'));
    await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
    expect([state.tries, state.received.length]).toEqual([9, 1]);
    state.refusals = Number.POSITIVE_INFINITY;
    await send(mailer, invitation('two@secure.example'));
    now = addMs(demoNow, 3 * dayMs);
    await eventually(async () => expect((await rows())[1]?.failed_at).toEqual(now));
  },
);

test('RELIABILITY-F27 OTP-12 a mail server that takes 25 seconds to confirm is waited for: once each, and a passcode is not behind them', async () => {
  const { state, url } = await smtp();
  state.slowMs = 25_000;
  const mailer = await started(url, { pollSeconds: undefined });
  await send(mailer, passcode('slow@secure.example'));
  await send(mailer, invitation('slow@secure.example'));
  await eventually(() => expect(state.received).toHaveLength(2));
  await send(mailer, passcode('otp@secure.example'));
  await vi.waitFor(() => expect(state.received).toHaveLength(3), { timeout: 2_000, interval: 20 });
  const allSent = async () => expect((await rows()).map(({ sent_at }) => sent_at)).toEqual([now, now, now]);
  await vi.waitFor(allSent, { timeout: 40_000, interval: 200 });
  expect(state.received).toHaveLength(3);
}, 60_000);

test('RELIABILITY-F27 OTP-12 a mail server that refuses the sender is waited for, and no mail is given up', async () => {
  const { state, url } = await smtp();
  state.refuseSender = true;
  await send(await started(url), invitation('one@secure.example'));
  await eventually(() => expect(log.length).toBeGreaterThan(8));
  state.refuseSender = false;
  await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
});

test('RELIABILITY-F27 OTP-12 a mail server that fails is left alone for two seconds, and not tried with each mail', async () => {
  const { state, url } = await smtp();
  state.refuse = 421;
  const mailer = await started(url, { retryDelayMaxSeconds: undefined });
  const [one] = await addOrganisations(1);
  const many = Array.from({ length: 100 }, (_, index) => invitation(`${index}@one.example`, one));
  await database.transaction().execute((trx) => mailer.send(trx, ...many));
  await eventually(() => expect(state.tries).toBeGreaterThan(0));
  await delay(3_000);
  expect(state.tries).toBeLessThanOrEqual(15);
  state.refuse = null;
  await eventually(() => expect(state.received.length).toBeGreaterThan(80));
});

test('RELIABILITY-F27 OTP-12 with 5,000 invitations waiting a passcode and a mail of another organisation are not behind them', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url, { pollSeconds: undefined });
  const [one, other] = await addOrganisations(2);
  const many = Array.from({ length: 5_000 }, (_, index) => invitation(`${index}@one.example`, one));
  await database.transaction().execute((trx) => mailer.send(trx, ...many));
  await eventually(() => expect(state.received.length).toBeGreaterThan(20));
  await send(mailer, passcode('otp@secure.example'));
  await send(mailer, invitation('single@other.example', other));
  const recipients = () => state.received.flatMap((one) => one.recipients);
  const first = ['otp@secure.example', 'single@other.example'];
  await vi.waitFor(() => expect(recipients()).toEqual(expect.arrayContaining(first)), { timeout: 2_000, interval: 20 });
  // 50 a second.
  await vi.waitFor(() => expect(state.received).toHaveLength(5_002), { timeout: 100_000, interval: 200 });
  expect(new Set(recipients()).size).toBe(5_002);
}, 130_000);

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

test('CHAOS-4 while the database is out a mail that was taken is not sent again, and is recorded when it is back', async () => {
  const { state, url } = await smtp();
  // As while its primary is exchanged.
  const run = (text: string) => sql.raw(text).execute(database);
  await run('create sequence refusals');
  // A primary that ends, a standby in its place, a pooler without either.
  await run(`create function refuse() returns trigger language plpgsql as $$
    declare code text := (array['57P01', '25006', '08P01'])[nextval('refusals')];
    begin if code is not null then raise exception 'out' using errcode = code; end if; return new; end $$`);
  await run('create trigger refuse before update of sent_at on mail for each row execute function refuse()');
  closers.push(
    async () => void (await run('drop function refuse cascade')),
    async () => void (await run('drop sequence refusals')),
  );
  await send(await started(url), passcode('once@secure.example'));
  await eventually(async () => expect((await rows())[0]).toMatchObject({ sent_at: now, body_text: null }));
  expect((await run('select last_value::integer as tries from refusals')).rows).toEqual([{ tries: 4 }]);
  expect(state.received).toHaveLength(1);
});
