import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../tools/chromium.ts';

/** The Chromium that the browser tests take; undefined, after a line that says so, when there is none to be had. */
export async function startBrowser(): Promise<Browser | undefined> {
  const found = await findChromium();
  if (!found) {
    console.log('  No Chromium or Chrome could be found or installed: what needs one is not measured.');
    return undefined;
  }
  const { CHROMIUM_PATH: executablePath, ...env } = found;
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
}
