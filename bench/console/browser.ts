import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';

/** The Chromium of the browser tests; prints a line and returns undefined without one. */
export async function startBrowser(): Promise<Browser | undefined> {
  const found = await findChromium();
  if (!found) {
    console.log('  No Chromium or Chrome could be found or installed: browser measurements are skipped.');
    return undefined;
  }
  const { CHROMIUM_PATH: executablePath, ...env } = found;
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
}
