import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const { CHROMIUM_PATH: executablePath, SCREENSHOTS: takesScreenshots, TEST_SUITE: suite } = process.env;

/** Browser and API journeys over the whole running system; each worker starts a system of its own on free ports (e2e/system.ts). No trace by default: recording one takes half as long again; `--trace on` does. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.config.ts',
  testMatch: takesScreenshots ? 'screens/pictures.ts' : suite === 'release' ? '**/*.release.spec.ts' : '**/*.spec.ts',
  testIgnore: suite === 'quick' ? '**/*.release.spec.ts' : [],
  outputDir: '.state/e2e',
  fullyParallel: true,
  // Each worker has a browser, both servers and a database: with more workers than cores, every step waits for those of others.
  workers: availableParallelism(),
  forbidOnly: !!process.env.CI,
  // Tried again in the quick suite, and named then (docs/contributing.md).
  retries: suite === 'quick' ? 1 : 0,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Pages that no person sees need no process of their own for drawing: an eighth less CPU time.
        '--in-process-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        // A journey's pages are closed before optimised code pays for its compilation: a fifth less CPU time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
