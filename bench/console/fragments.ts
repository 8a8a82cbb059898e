import type { Browser } from '@playwright/test';
import { median } from '../measure.ts';
import type { Server } from '../processes.ts';
import { signInToList } from './rows.ts';

/** As of a phone. */
const slowdown = 4;
const settleMs = 1_500;

/** CPU milliseconds of the page with 100 users, one entry for each round: with the hook of the console, and with Apollo's. */
export interface FragmentMeasurements {
  own: number[];
  apollo: number[];
}

/** The time of all tasks of the browser's page while it opens the list. */
async function openList(browser: Browser, server: Server): Promise<number> {
  const { page, openUsers } = await signInToList(browser, server);
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const taskMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const before = await taskMs();
    await openUsers(100);
    await page.waitForTimeout(settleMs);
    return (await taskMs()) - before;
  } finally {
    await page.close();
  }
}

/** Opens the page of users with two builds of the console in turn. */
export async function measureFragments(
  browser: Browser,
  own: Server,
  apollo: Server,
  rounds: number,
): Promise<FragmentMeasurements> {
  const found: FragmentMeasurements = { own: [], apollo: [] };
  await openList(browser, own);
  await openList(browser, apollo);
  for (let round = 0; round < rounds; round++) {
    found.own.push(await openList(browser, own));
    found.apollo.push(await openList(browser, apollo));
  }
  return found;
}

/** The time with Apollo's hook against that with the console's own; the median of all rounds. */
export const fragmentRatio = ({ own, apollo }: FragmentMeasurements): number =>
  median(apollo.map((ms, round) => ms / (own[round] ?? Number.NaN)));
