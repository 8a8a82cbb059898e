import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';
import { addUsers } from '../../testing/users.ts';
import type { AuditEntry } from '../base/audit-entry.ts';
import { hourMs } from '../base/clock.ts';
import { runCommand } from '../database/transaction.ts';
import { createMailer } from './mailer.ts';
import { createNotices, sendDueNotices } from './notices.ts';

const platform = useTestPlatform();

function notices() {
  const { db, now: clock } = platform;
  const mailer = createMailer({ database: db, clock, log: { warn() {}, error() {} } });
  const settings = { publicUrl: new URL('https://console.example'), extensions: true } as never;
  const services = { db, clock, mailer, settings };
  const actor = { userId: platform.users.adm.id, organisationId: null, via: 'session' as const, requestId: 'r' };
  return {
    run: (...audit: AuditEntry[]) =>
      runCommand({ db, clock, notices: createNotices(services) }, actor, async () => ({ answer: null, audit })),
    sendDue: () => sendDueNotices(services),
  };
}

const mailsTo = async (user: 'adm' | 'orgA' | 'orgB', subject: string) =>
  (
    await platform.db
      .selectFrom('mail')
      .select('body_text')
      .where('recipient', '=', platform.users[user].email)
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ body_text }) => body_text ?? '');
/** The number of actions in the emails. */
const countIn = (mails: string[]) =>
  mails.reduce(
    (sum, text) =>
      sum + Number(/^There were (\d+) such actions/m.exec(text)?.[1] ?? text.match(/\. Done by /g)?.length),
    0,
  );

const sso = 'Single sign-on settings were changed';
const newRole = 'A new Organiser, Architect or Administrator';

test('NOTICE-4 NOTICE-5 60 actions at once, of two kinds in either order, never deadlock; three emails are sent and the rest is counted', async () => {
  const { orgs, db } = platform;
  const ids = await addUsers(
    db,
    orgs.A,
    Array.from({ length: 60 }, (_, n) => ({ email: `admin${n}@a.example`, role_id: 2 })),
  );
  const { run, sendDue } = notices();
  await Promise.all(
    ids.map((id, n) => {
      const changed = { action: 'sso:edit', target: { type: 'ent_org', id: orgs.A }, after: { client_id: String(n) } };
      const added = { action: 'users:create', target: { type: 'ent_usr', id }, after: { role_id: 2 } };
      return run(...(n % 2 ? [changed, added] : [added, changed]));
    }),
  );
  for (const user of ['adm', 'orgA'] as const)
    for (const subject of [sso, newRole]) expect(await mailsTo(user, subject)).toHaveLength(3);
  platform.moveClock(hourMs);
  await Promise.all(Array.from({ length: 4 }, sendDue));
  for (const user of ['adm', 'orgA'] as const)
    for (const subject of [sso, newRole]) {
      const mails = await mailsTo(user, subject);
      expect([mails.length, countIn(mails)]).toEqual([4, 60]);
    }
});

test('NOTICE-5 what is deferred leaves once, while several platforms send and more comes', async () => {
  const { orgs } = platform;
  const { run, sendDue } = notices();
  const change = (n: number) =>
    run({ action: 'sso:edit', target: { type: 'ent_org', id: orgs.B }, after: { client_id: String(n) } });
  for (let n = 0; n < 10; n += 1) await change(n);
  platform.moveClock(hourMs);
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? sendDue() : change(n))));
  platform.moveClock(hourMs);
  await Promise.all(Array.from({ length: 4 }, sendDue));
  expect(countIn(await mailsTo('orgB', sso))).toBe(20);
});
