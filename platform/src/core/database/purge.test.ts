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
