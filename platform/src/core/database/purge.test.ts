import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fixturePassword } from '../../testing/fixtures.ts';
import { startTestPlatform } from '../../testing/platform.ts';
import { dayMs, hourMs, secondMs } from '../base/clock.ts';
import { deleteExpiredRows } from './purge.ts';

test('PROTOCOLS-1.16 expired rows are deleted a day later and not before', async () => {
  const platform = await startTestPlatform();
  const { db, now } = platform;
  await platform.signIn('orgA');
  const { login_attempt } = (await platform.login('mfaA')).json();
  await platform.call('POST /consoles/send_otp', { body: { email: 'mfaa@m.example', login_attempt } });
  await platform.login('orgA', { ent_usr: { email: 'orga@a.example', password: 'wrong' } });
  await platform.issueToken('orgA', 'reset');
  const { apiKey } = await platform.signIn('orgA');
  await platform.call('POST /consoles/ext/handover', { key: apiKey, body: { module: 'auditor' } });
  await platform.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: fixturePassword } });
  const brief = ['user_token', 'handover_token', 'password_proof'] as const;
  const tables = ['session', 'session_token', 'login_attempt', 'otp_send', 'attempt_count'] as const;
  const filled = (names: readonly ((typeof tables)[number] | (typeof brief)[number])[] = tables) =>
    Promise.all(names.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length > 0));
  platform.moveClock(dayMs);
  await deleteExpiredRows(db, now);
  expect(await filled(brief)).toEqual([true, true, true]);
  expect(await filled()).toEqual([true, true, true, true, true]);
  platform.moveClock(hourMs + secondMs);
  await deleteExpiredRows(db, now);
  expect([await filled(brief), await filled(['session'])]).toEqual([[false, false, false], [true]]);
  platform.moveClock(11 * hourMs + secondMs);
  await deleteExpiredRows(db, now);
  expect(await filled()).toEqual([false, false, false, false, false]);
  await platform.close();
});

test('PRIVACY-37 texts that may name an erased person without their id are deleted after 30 days and not before', async () => {
  const platform = await startTestPlatform();
  const { db, now, orgs } = platform;
  await platform.call('POST /consoles/forgot_pwd', { body: { email: 'orga@a.example' } });
  await sql`insert into notice (audience_id, kind, bulk_job_id, due_at, mails, deferred, first_deferred)
    values (${orgs.A}, 'privilegedUser', 0, ${now()}, 5, 1, '["Jane Smith is now an Organiser"]')`.execute(db);
  await sql`insert into scim_failure (ent_org_id, at, method, path, status, reason)
    values (${orgs.A}, ${now()}, 'POST', '/Users', 409, 'Jane Smith exists')`.execute(db);
  const filled = () =>
    Promise.all(
      (['mail', 'notice', 'scim_failure'] as const).map(
        async (table) => (await db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  platform.moveClock(30 * dayMs);
  await deleteExpiredRows(db, now);
  expect(await filled()).toEqual([1, 1, 1]);
  platform.moveClock(secondMs);
  await deleteExpiredRows(db, now);
  expect(await filled()).toEqual([0, 0, 0]);
  await platform.close();
});
