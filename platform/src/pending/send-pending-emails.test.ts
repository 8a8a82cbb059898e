import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { createMailer } from '../core/mail/mailer.ts';
import type { UserName } from '../testing/fixtures.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { eventually } from '../testing/mailers.ts';
import { addMapping } from '../testing/mappings.ts';
import { addReview } from '../testing/pending.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers, minutesAgo } from '../testing/users.ts';
import { sendPendingEmails } from './send-pending-emails.ts';

const platform = useTestPlatform();
const settings = { ...readPlatformSettings({}), publicUrl: new URL('https://console.example') };
const log = { warn() {}, error() {} };

const servicesOf = (smtpUrl?: string) => {
  const { db, now: clock } = platform;
  return { db, clock, settings, mailer: createMailer({ database: db, clock, log, smtpUrl, pollSeconds: 0.5 }) };
};
const send = () => sendPendingEmails(servicesOf());

const moveTo = (time: string) => platform.moveClock(Date.parse(time) - platform.now().getTime());

/** Everyone has signed in, A and B have pending mapping requests, and A gets pending items emails. */
async function prepare(frequency: string, timeZone = 'UTC') {
  const { db, orgs } = platform;
  await addMapping(db, orgs.A, orgs.M, { created_at: minutesAgo(60) });
  await addMapping(db, orgs.M, orgs.B, { created_at: minutesAgo(60) });
  await db
    .updateTable('ent_usr')
    .set({ last_sign_in_at: minutesAgo(60) })
    .execute();
  await db
    .updateTable('ent_org')
    .set({ notification_frequency: frequency, time_zone: timeZone })
    .where('id', '=', orgs.A)
    .execute();
}

const all = ['adm', 'arc', 'orgA', 'assA', 'audA', 'orgB', 'disA'] as const satisfies readonly UserName[];
/** Number of emails by user, without users who have none. */
async function counts() {
  const entries = await Promise.all(all.map(async (user) => [user, (await platform.mails(user)).length] as const));
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}
const linkOf = (mail: string) =>
  new URL(/https:\S+\/unsubscribe\?token=[\w-]+/.exec(mail)?.[0] ?? 'none:').searchParams.get('token') ?? '';
const end = (token: string, from = '10.0.0.9') =>
  platform.call('POST /consoles/ext/end_pending_emails', { body: { token }, from });

beforeEach(() => moveTo('2026-11-23T06:59:00Z'));

test('PENDING-15 the people it concerns get what is pending at 07:00, in numbers only, and the first one says why it comes', async () => {
  await prepare('Weekly');
  await addReview(platform, 'A', 'Buy at evil.example', {
    reviewer: 'assA',
    people: ['audA', 'orgA'],
    due: '2026-11-25',
  });
  await send();
  expect(await counts()).toEqual({});
  platform.moveClock(minuteMs);
  await send();
  await send();
  expect(await counts()).toEqual({ adm: 1, arc: 1, orgA: 1, assA: 1 });
  const [first = ''] = await platform.mails('orgA');
  expect(first).toContain('Organisation A has turned on emails about pending items.');
  expect(first).toContain('• 1 mapping request (2 days)');
  expect(first).toContain('https://console.example/pending');
  expect(first).not.toContain('access review');
  const [review = ''] = await platform.mails('assA');
  expect(review).toContain('• 2 pending access review decisions (due in 2 days)');
  expect(review).not.toContain('evil');
  platform.moveClock(7 * dayMs);
  await send();
  const second = (await platform.mails('orgA'))[1] ?? '';
  expect([second.includes('has turned on emails'), second.includes('1 mapping request')]).toEqual([false, true]);
});

test('PENDING-16 no pending items email is sent if nothing is pending, by other organisations, or to those who cannot sign in', async () => {
  const { db, orgs, users } = platform;
  await prepare('Daily');
  platform.moveClock(minuteMs);
  await db.updateTable('ent_usr').set({ last_sign_in_at: null }).where('id', '=', users.arc.id).execute();
  await db
    .updateTable('ent_usr')
    .set({ sign_in_blocked_at: minutesAgo(1) })
    .where('id', '=', users.adm.id)
    .execute();
  await send();
  expect(await counts()).toEqual({ orgA: 1 });
  await db.deleteFrom('org_mapping').execute();
  platform.moveClock(dayMs);
  await send();
  // Later items of the day are for the next pending items email.
  await addMapping(db, orgs.A, orgs.M, { created_at: platform.now() });
  await send();
  expect(await counts()).toEqual({ orgA: 1 });
  await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
  platform.moveClock(dayMs);
  await send();
  expect(await counts()).toEqual({ orgA: 1 });
});

test.each([
  ['begins', '2026-03-27T00:00:00Z'],
  ['ends', '2026-10-23T00:00:00Z'],
])('PENDING-12 each day has one pending items email when daylight-saving time %s', async (_what, from) => {
  await prepare('Daily', 'Europe/Berlin');
  moveTo(from);
  for (let halfHours = 0; halfHours < 4 * 48; halfHours += 1) {
    await send();
    platform.moveClock(hourMs / 2);
  }
  const { rows } = {
    rows: await platform.db
      .selectFrom('digest_email')
      .select(['day', 'created_at'])
      .where('ent_usr_id', '=', platform.users.orgA.id)
      .orderBy('day')
      .execute(),
  };
  expect(rows).toHaveLength(4);
  const times = rows.map(({ created_at }) =>
    created_at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' }),
  );
  expect(times).toEqual(['07:00', '07:00', '07:00', '07:00']);
});

test('PENDING-17 a platform that did not run at 07:00 sends the pending items emails until noon, and not in the afternoon', async () => {
  await prepare('Daily');
  moveTo('2026-11-23T11:59:00Z');
  await send();
  expect(await counts()).toEqual({ adm: 1, arc: 1, orgA: 1 });
  moveTo('2026-11-24T12:00:00Z');
  await send();
  expect(await counts()).toEqual({ adm: 1, arc: 1, orgA: 1 });
});

test('PENDING-18 two platforms at once, and one that was killed in between, send each pending items email once', async () => {
  await prepare('Daily');
  await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: 600 }, (_, n) => ({
      email: `many${n}@a.example`,
      role_id: 3,
      last_sign_in_at: minutesAgo(9),
    })),
  );
  platform.moveClock(minuteMs);
  await Promise.all([send(), send()]);
  // Simulates that the process ended before it stored the day.
  await platform.db.updateTable('ent_org').set({ digest_day: null }).execute();
  await send();
  const { count, emails } = await platform.db
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('recipient').distinct().as('emails')])
    .executeTakeFirstOrThrow();
  expect([Number(count), Number(emails)]).toEqual([603, 603]);
});

test('CLOCK-5 after the clock is set back by days, pending items emails are sent every day, each once', async () => {
  await prepare('Daily');
  platform.moveClock(minuteMs);
  await send();
  platform.moveClock(-3 * dayMs);
  for (let days = 1; days <= 2; days += 1) {
    await send();
    await send();
    expect(await counts()).toEqual({ adm: 1 + days, arc: 1 + days, orgA: 1 + days });
    platform.moveClock(dayMs);
  }
});

test('PENDING-19 no change of frequency or time zone brings a second pending items email within the day', async () => {
  await prepare('Daily');
  const key = await addIntegrationKey(platform.db, platform.users.adm.id);
  platform.moveClock(minuteMs);
  await send();
  const save = (config: object) =>
    platform.call('POST /consoles/update_config', { key, body: { org_id: platform.orgs.A, config } });
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'America/New_York', 'UTC', 'Asia/Tokyo'])
    for (const notification_frequency of ['Weekly', 'Daily']) {
      expect((await save({ time_zone, notification_frequency })).statusCode).toBe(200);
      for (let tries = 0; tries < 3; tries += 1) {
        await send();
        platform.moveClock(20 * minuteMs);
      }
    }
  expect(await counts()).toEqual({ adm: 1, arc: 1, orgA: 1 });
});

test('PENDING-13 an unknown time zone is refused with its field, and a change is recorded', async () => {
  const { apiKey: key } = await platform.signIn('adm');
  const save = (time_zone: string) =>
    platform.call('POST /consoles/update_config', { key, body: { org_id: platform.orgs.A, config: { time_zone } } });
  const refused = await save('Mars/Olympus');
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { errors: { time_zone: ['is not a known time zone'] }, codes: { time_zone: ['UNKNOWN'] } },
  ]);
  expect((await save('Europe/Berlin')).json().ent_org.config.time_zone).toBe('Europe/Berlin');
  expect(await platform.auditEntries('config:edit')).toMatchObject([
    { before: { time_zone: 'UTC' }, after: { time_zone: 'Europe/Berlin' } },
  ]);
});

test('PENDING-20 the link of a pending items email ends them for its recipient alone, for a year, as often as it is used', async () => {
  await prepare('Daily');
  platform.moveClock(minuteMs);
  await send();
  const token = linkOf((await platform.mails('orgA'))[0] ?? '');
  expect(JSON.stringify(await platform.db.selectFrom('digest_email').selectAll().execute())).not.toContain(token);
  expect((await end(token)).statusCode).toBe(200);
  expect((await end(token)).statusCode).toBe(200);
  expect(await platform.auditEntries('account:digest')).toMatchObject([
    {
      ent_usr_id: platform.users.orgA.id,
      target_id: String(platform.users.orgA.id),
      via: 'public',
      before: { digests: true },
      after: { digests: false, by: 'email' },
    },
  ]);
  platform.moveClock(dayMs);
  await send();
  expect(await counts()).toEqual({ adm: 2, arc: 2, orgA: 1 });
  const { apiKey: key } = await platform.signIn('orgA');
  const emails = async () => (await platform.call('GET /consoles/ext/pending_emails', { key })).json().pendingEmails;
  expect(await emails()).toEqual({ isOn: false, frequency: 'Daily', timeZone: 'UTC' });
  const on = await platform.call('POST /consoles/ext/set_pending_emails', { key, body: { isOn: true } });
  expect(on.json().pendingEmails.isOn).toBe(true);
  platform.moveClock(dayMs);
  await send();
  expect(await counts()).toEqual({ adm: 3, arc: 3, orgA: 2 });
  moveTo('2027-11-22T07:00:00Z');
  expect((await end(token)).statusCode).toBe(200);
  moveTo('2027-11-24T07:00:00Z');
  expect((await end(token)).json()).toMatchObject({ code: 'TOKEN_INVALID' });
});

test('PENDING-21 a link of another kind, a changed one and a guessed one end nothing, and guessing is limited by address', async () => {
  await prepare('Daily');
  platform.moveClock(minuteMs);
  await send();
  const token = linkOf((await platform.mails('orgA'))[0] ?? '');
  const reset = await platform.issueToken('orgA', 'reset');
  for (const wrong of [reset, token.slice(1), `${token}x`, '', "' or 1=1 --"])
    expect((await end(wrong)).statusCode).toBe(422);
  for (let tries = 5; tries < 20; tries += 1) await end(`guess ${tries}`);
  expect((await end(token)).statusCode).toBe(429);
  expect((await end(token, '10.0.0.10')).statusCode).toBe(200);
  const off = await platform.db.selectFrom('ent_usr').select('id').where('digest_off_at', 'is not', null).execute();
  expect(off).toEqual([{ id: platform.users.orgA.id }]);
  expect(platform.logs.join('')).not.toContain(token);
  const key = { key: (await platform.signIn('arc')).apiKey };
  const headers = { 'x-key-use': 'bearer' };
  expect(
    (await platform.call('POST /consoles/ext/set_pending_emails', { ...key, headers, body: { isOn: false } }))
      .statusCode,
  ).not.toBe(200);
});

test('PENDING-22 a mail program gets the link in both headers of RFC 8058, and the text of a sent email is deleted with it', async () => {
  await prepare('Daily');
  platform.moveClock(minuteMs);
  const server = await startMailServer();
  const services = servicesOf(server.url);
  await services.mailer.start();
  try {
    await sendPendingEmails(services);
    await eventually(() => expect(server.received).toHaveLength(3));
    for (const { raw } of server.received) {
      const head = raw.split(/\r?\n\r?\n/)[0]?.replace(/\r?\n[ \t]+/g, ' ') ?? '';
      expect(head).toMatch(/^List-Unsubscribe: <https:\/\/console\.example\/unsubscribe\?token=[\w-]{43}>$/m);
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    }
    await eventually(async () => {
      const left = platform.db.selectFrom('mail').select('id').where('unsubscribe_url', 'is not', null);
      expect(await left.execute()).toEqual([]);
    });
  } finally {
    await services.mailer.stop();
    await server.close();
  }
});

test('PENDING-24 a time zone that this machine does not know costs its organisation the pending items emails, and no other one', async () => {
  const { db, orgs } = platform;
  await prepare('Daily');
  await addMapping(db, orgs.B, orgs.D, { created_at: minutesAgo(60) });
  await db
    .updateTable('ent_org')
    .set({ notification_frequency: 'Daily', time_zone: 'Mars/Olympus' })
    .where('id', '=', orgs.B)
    .execute();
  platform.moveClock(minuteMs);
  await expect(send()).rejects.toThrow('Mars/Olympus');
  expect(await counts()).toEqual({ adm: 1, arc: 1, orgA: 1 });
});
