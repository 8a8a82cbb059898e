import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { openTestDatabase } from '../testing/database.ts';
import { demoNow } from '../testing/demo-now.ts';
import { limitTokenAttempts, refuseAfterWrongTokens } from './token-attempts.ts';

let now = demoNow;
let services: Services;
beforeAll(async () => {
  services = { db: await openTestDatabase(), clock: () => now } as Services;
});
afterAll(() => services.db.destroy());

/** The seconds that a refused attempt must wait, otherwise the owner of the token. */
const attempt = (address: string, owner?: string) =>
  limitTokenAttempts(services, address, async () => owner).catch((error) => error.body.retry_after);

test('SECURITY-T11 after 20 wrong tokens in 15 minutes an address waits 30 seconds, also with a right one', async () => {
  for (let more = 0; more < 20; more += 1) {
    expect(await attempt('::1', 'owner')).toBe('owner');
    await refuseAfterWrongTokens(services, '::1');
    expect(await attempt('::1')).toBeUndefined();
    now = addMs(now, 40 * secondMs);
  }
  now = addMs(now, -40 * secondMs);
  expect([await attempt('::1'), await attempt('::1', 'owner'), await attempt('192.0.2.2', 'owner')]).toEqual([
    30,
    30,
    'owner',
  ]);
  await expect(refuseAfterWrongTokens(services, '::1')).rejects.toMatchObject({ body: { retry_after: 30 } });
  await refuseAfterWrongTokens(services, '192.0.2.2');
  now = addMs(now, 30 * secondMs);
  expect(await attempt('::1', 'owner')).toBe('owner');
  now = addMs(now, 15 * minuteMs);
  expect([await attempt('::1'), await attempt('::1')]).toEqual([undefined, undefined]);
});
