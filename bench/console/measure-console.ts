import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Options } from '../options.ts';
import { benchFolder, root, type Server, startServer } from '../processes.ts';
import { startStub } from '../servers.ts';
import { checkStub } from '../upstream/check.ts';
import { startBrowser } from './browser.ts';
import { type LoginMeasurements, measureLogin } from './login.ts';
import { measureRows, type RowsMeasurements } from './rows.ts';

/** The measurements of the console. */
export const consoleParts = ['console-login', 'console-rows'] as const;
export type ConsolePart = (typeof consoleParts)[number];

/** The results for the built console. */
export interface ConsoleMeasurements {
  browser?: string;
  login?: LoginMeasurements;
  rows?: RowsMeasurements;
}

const data = join(root, '.state/bench');
const shippedDir = join(root, 'web/dist');

/** The built console of a folder, served by the shipped gateway. */
const serve = (webDir: string, stub: Server): Promise<Server> =>
  startServer('console', join(benchFolder, 'console/serve.ts'), {
    WEB_DIR: webDir,
    PRODUCT_API_URL: `http://127.0.0.1:${stub.port}`,
    DATA_DIR: data,
  });

/** Measures the shipped console beside a build of it that loads nothing late. */
async function besideOneBundle<T>(stub: Server, act: (other: Server) => Promise<T>): Promise<T> {
  const webDir = join(data, 'one-bundle');
  const { status } = spawnSync(process.execPath, [join(benchFolder, 'console/build-one.ts')], {
    env: { ...process.env, WEB_DIR: webDir },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The console could not be built as one bundle`);
  const other = await serve(webDir, stub);
  return act(other).finally(() => other.stop());
}

/** The measurements in a browser; empty without one. */
async function findInBrowser(wanted: ReadonlySet<string>, stub: Server, rounds: number): Promise<ConsoleMeasurements> {
  const browser = await startBrowser();
  if (!browser) return {};
  try {
    const shipped = await serve(shippedDir, stub);
    try {
      return {
        browser: `Chromium ${browser.version()}`,
        ...(wanted.has('console-login') && {
          login: await besideOneBundle(stub, (one) => measureLogin(browser, shipped, one, rounds)),
        }),
        ...(wanted.has('console-rows') && { rows: await measureRows(browser, shipped, rounds) }),
      };
    } finally {
      await shipped.stop();
    }
  } finally {
    await browser.close();
  }
}

/** Runs the wanted measurements over the prepared answers. */
export async function measureConsole({ wanted, rounds }: Options): Promise<ConsoleMeasurements> {
  const stub = await startStub();
  try {
    await checkStub(stub);
    return await findInBrowser(wanted, stub, rounds);
  } finally {
    await stub.stop();
  }
}
