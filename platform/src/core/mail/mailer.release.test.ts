import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { demoNow } from '../../testing/demo-now.ts';
import { eventually, invitation, passcode, useMailers } from '../../testing/mailers.ts';
import { addMs, dayMs } from '../base/clock.ts';

const mails = useMailers();
const { smtp, started, addOrganisations, send, rows, closers } = mails;

test('RELIABILITY-F28 a mail that was sent but not marked as sent is sent again, identically', async () => {
  const { state, url } = await smtp();
  await sql`create function unmarked() returns trigger language plpgsql as
    $$ begin raise exception 'the process ends here'; end $$`.execute(mails.database);
  await sql`create trigger unmarked before update on mail execute function unmarked()`.execute(mails.database);
  await send(await started(url), passcode('otp@secure.example'));
  await eventually(() => expect(state.received.length).toBeGreaterThan(1));
  await sql`drop function unmarked cascade`.execute(mails.database);
  await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
  const ids = state.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(1);
  for (const { raw } of state.received) expect(raw).toContain('K7QX');
});

test.each([421, 451, 'close'] as const)(
  'RELIABILITY-F27 OTP-12 a mail server that refuses for mails.now (%s) is waited for, three days at most',
  async (refuse) => {
    const { state, url } = await smtp();
    Object.assign(state, { refuse, refusals: 8 });
    const mailer = await started(url);
    await send(mailer, invitation('one@secure.example'));
    await eventually(async () => expect((await rows())[0]?.sent_at).toEqual(demoNow));
    expect([state.tries, state.received.length]).toEqual([9, 1]);
    state.refusals = Number.POSITIVE_INFINITY;
    await send(mailer, invitation('two@secure.example'));
    mails.now = addMs(demoNow, 3 * dayMs);
    await eventually(async () => expect((await rows())[1]?.failed_at).toEqual(mails.now));
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
  await eventually(() => expect(state.received).toHaveLength(3));
  expect((await rows()).slice(0, 2)).toMatchObject([{ sent_at: null }, { sent_at: null }]);
  const allSent = async () =>
    expect((await rows()).map(({ sent_at }) => sent_at)).toEqual([mails.now, mails.now, mails.now]);
  await eventually(allSent);
  expect(state.received).toHaveLength(3);
});

test('RELIABILITY-F27 OTP-12 a mail server that fails is left alone for two seconds, and not tried with each mail', async () => {
  const { state, url } = await smtp();
  state.refuse = 421;
  const mailer = await started(url, { retryDelayMaxSeconds: undefined });
  const [one] = await addOrganisations(1);
  const many = Array.from({ length: 100 }, (_, index) => invitation(`${index}@one.example`, one));
  await mails.database.transaction().execute((trx) => mailer.send(trx, ...many));
  await eventually(() => expect(state.tries).toBeGreaterThan(0));
  const began = performance.now();
  await delay(3_000);
  // A busy machine waits for longer: five connections try once in two seconds.
  expect(state.tries).toBeLessThanOrEqual(5 * (2 + (performance.now() - began) / 2_000));
  state.refuse = null;
  await eventually(() => expect(state.received.length).toBeGreaterThan(80));
});

test('RELIABILITY-F27 OTP-12 with 5,000 invitations waiting a passcode and a mail of another organisation are not behind them', async () => {
  const { state, url } = await smtp();
  const mailer = await started(url, { pollSeconds: undefined });
  const [one, other] = await addOrganisations(2);
  const many = Array.from({ length: 5_000 }, (_, index) => invitation(`${index}@one.example`, one));
  await mails.database.transaction().execute((trx) => mailer.send(trx, ...many));
  await eventually(() => expect(state.received.length).toBeGreaterThan(20));
  await send(mailer, passcode('otp@secure.example'));
  await send(mailer, invitation('single@other.example', other));
  const recipients = () => state.received.flatMap((one) => one.recipients);
  const first = ['otp@secure.example', 'single@other.example'];
  await eventually(() => expect(recipients()).toEqual(expect.arrayContaining(first)));
  expect(state.received.length).toBeLessThan(2_500);
  await vi.waitFor(() => expect(state.received).toHaveLength(5_002), { timeout: 300_000, interval: 200 });
  expect(new Set(recipients()).size).toBe(5_002);
}, 400_000);

test('RELIABILITY-F27 OTP-12 stopping does not wait for a mail server that never answers', async () => {
  const { createServer } = await import('node:net');
  const tarpit = createServer(() => {}).listen(0, '127.0.0.1');
  await once(tarpit, 'listening');
  const address = tarpit.address();
  closers.push(() => new Promise((resolve) => void tarpit.close(() => resolve())));
  const connected = once(tarpit, 'connection');
  const mailer = await started(`smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  await send(mailer, passcode('otp@secure.example'));
  const [socket] = await connected;
  await mailer.stop();
  expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null }]);
  socket.destroy();
});

test('CHAOS-4 while the database is out a mail that was taken is not sent again, and is recorded when it is back', async () => {
  const { state, url } = await smtp();
  // Simulates a database failover.
  const run = (text: string) => sql.raw(text).execute(mails.database);
  await run('create sequence refusals');
  // Errors of a primary that shuts down, of a standby in its place, and of a pooler without a server.
  await run(`create function refuse() returns trigger language plpgsql as $$
    declare code text := (array['57P01', '25006', '08P01'])[nextval('refusals')];
    begin if code is not null then raise exception 'out' using errcode = code; end if; return new; end $$`);
  await run('create trigger refuse before update of sent_at on mail for each row execute function refuse()');
  closers.push(
    async () => void (await run('drop function refuse cascade')),
    async () => void (await run('drop sequence refusals')),
  );
  await send(await started(url), passcode('once@secure.example'));
  await eventually(async () => expect((await rows())[0]).toMatchObject({ sent_at: mails.now, body_text: null }));
  expect((await run('select last_value::integer as tries from refusals')).rows).toEqual([{ tries: 4 }]);
  expect(state.received).toHaveLength(1);
});
