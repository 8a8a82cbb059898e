import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './background-runs.ts';
import { minuteMs } from './core/base/clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('BOOT-17 work that lasts longer than the time between two runs begins again when it has ended, and not after the end', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const end = repeat(minuteMs, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs);
  await pass(5);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await pass(0.1);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await pass(5);
  expect(runs).toHaveLength(3);
  await end();
  runs[2]?.resolve();
  await pass(5);
  expect(runs).toHaveLength(3);
});
