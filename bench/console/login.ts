import type { Browser } from '@playwright/test';
import { median } from '../measure.ts';
import type { Server } from '../processes.ts';

/** A slow machine on a slow network. */
const slowdown = 4;
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** The page counts as painted when nothing larger was painted for this time. */
const settleMs = 2_000;

/** The largest contentful paint. */
interface Paint {
  ms: number;
  what: string;
}

/** The figures of opening /login once. */
export interface Opening {
  lcpMs: number;
  /** Of all fetched scripts, lazy ones included, as transferred. */
  scriptsKb: number;
}

/** One entry for each round: the shipped build, and one bundle. */
export interface LoginMeasurements {
  shipped: Opening[];
  oneBundle: Opening[];
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const paints: Paint[] = [];
  Object.assign(window, { paints });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element | null })[])
      paints.push({ ms: entry.startTime, what: `${entry.element?.tagName} ${entry.element?.textContent}` });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

const readPaints = () => (window as unknown as { paints: Paint[] }).paints;

const readScripts = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

/** Opens the sign-in page with an empty cache. */
async function open(browser: Browser, { port }: Server): Promise<Opening & Pick<Paint, 'what'>> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watchPaints);
    await page.goto(`http://localhost:${port}/login`);
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    for (let known = -1; ; ) {
      const paints = await page.evaluate(readPaints);
      const last = paints.at(-1);
      if (last && paints.length === known)
        return { lcpMs: last.ms, what: last.what, scriptsKb: (await page.evaluate(readScripts)) / 1_000 };
      known = paints.length;
      await page.waitForTimeout(settleMs);
    }
  } finally {
    await context.close();
  }
}

/** Opens /login in both builds alternately. */
export async function measureLogin(
  browser: Browser,
  shipped: Server,
  oneBundle: Server,
  rounds: number,
): Promise<LoginMeasurements> {
  const found: LoginMeasurements = { shipped: [], oneBundle: [] };
  const builds = [
    { server: shipped, openings: found.shipped },
    { server: oneBundle, openings: found.oneBundle },
  ];
  const largest = new Set<string>();
  for (const { server } of builds) await open(browser, server);
  for (let round = 0; round < rounds; round++)
    for (const { server, openings } of round % 2 === 0 ? builds : builds.toReversed()) {
      const { what, ...opening } = await open(browser, server);
      openings.push(opening);
      largest.add(what);
    }
  if (largest.size !== 1) throw new Error(`Not always the same was painted largest: ${[...largest].join(' | ')}`);
  return found;
}

/** The ratio of both builds in a round; the median of all rounds. */
export const loginRatio = ({ shipped, oneBundle }: LoginMeasurements): number =>
  median(shipped.map(({ lcpMs }, round) => lcpMs / (oneBundle[round]?.lcpMs ?? Number.NaN)));
