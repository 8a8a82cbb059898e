import type { Browser } from '@playwright/test';

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

export interface Opening {
  /** Largest contentful paint, and its element. */
  paintMs: number;
  what: string;
  /** All fetched scripts, including lazy ones, as transferred. */
  scriptsKb: number;
}

type Paint = Pick<Opening, 'paintMs' | 'what'>;

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const paints: Paint[] = [];
  Object.assign(window, { paints });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element | null })[])
      paints.push({ paintMs: entry.startTime, what: `${entry.element?.tagName} ${entry.element?.textContent}` });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

const readPaints = () => (window as unknown as { paints: Paint[] }).paints;

const readScripts = () =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

export async function openLogin(browser: Browser, port: number): Promise<Opening> {
  await using context = await browser.newContext();
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
    if (last && paints.length === known) return { ...last, scriptsKb: (await page.evaluate(readScripts)) / 1_000 };
    known = paints.length;
    await page.waitForTimeout(settleMs);
  }
}
