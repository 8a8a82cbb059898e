import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';
import { minuteMs, secondMs } from '../base/clock.ts';

const platform = useTestPlatform();

test('DESIGN-8 RELIABILITY-F24 CLOCK-7 an operation runs while it is renewed, and five seconds after a kill or a clock that was set back the same key starts it again', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const [key_hash, input_hash] = ['a'.repeat(64), 'b'.repeat(64)];
  const begin = async () =>
    (
      await platform.call(`POST ${idempotencyCalls.beginOperation.path}`, { key, body: { key_hash, input_hash } })
    ).json();
  const renew = () => platform.call(`POST ${idempotencyCalls.storeOperation.path}`, { key, body: { key_hash } });
  expect((await begin()).state).toBe('started');
  for (let seconds = 0; seconds < 8; seconds += 1) {
    platform.moveClock(secondMs);
    expect((await renew()).statusCode).toBe(200);
  }
  expect(await begin()).toMatchObject({ state: 'running', retry_after: 5 });
  for (const ms of [5 * secondMs, -28 * minuteMs]) {
    platform.moveClock(ms);
    expect((await begin()).state).toBe('started');
  }
});
