import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { readStatus } from './platform-status.ts';

const platform = useTestPlatform({ signsInAnew: true });

test('CLOCK-6 the newest event is the one with the latest time, although others follow after the clock was set back', async () => {
  await platform.signIn('orgA');
  const latest = platform.now().toISOString();
  platform.moveClock(-28 * minuteMs);
  await platform.signIn('orgA');
  const status = await readStatus({ clock: platform.now, settings: readPlatformSettings({}) }, platform.db);
  expect(status.newest_event_at).toBe(latest);
});
