import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { minuteMs } from '../core/base/clock.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { clearOtpChallengeCounts } from './session.limits.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform.close());

test('OTP-12 CASES-41 a challenge without a login attempt and a sign-in with one do not deadlock', async () => {
  const { id, email } = platform.users.mfaA;
  const send = () => platform.call('POST /consoles/send_otp', { body: { email } });
  expect((await send()).statusCode).toBe(200);
  platform.moveClock(minuteMs);
  let answer: ReturnType<typeof send> | undefined;
  // Like a sign-in: locks the user, then clears the counts.
  await platform.db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    answer = send();
    await untilLockWaits(platform.db);
    await clearOtpChallengeCounts(trx, email);
  });
  expect((await answer)?.statusCode).toBe(200);
});
