import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { runNode } from '@console/platform/testing/processes';
import { afterEach, beforeEach } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** Code that writes a line when a module that matches is loaded. */
const spyOn = (modules: RegExp) => `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (${modules}.test(url)) process.stderr.write('loaded ' + url + '\\n');
  return next(url, context);
} });`;

/** Starts programs of the repository as processes on free ports, with a new data folder in each test. They write a line to stderr for each loaded module that matches. */
export function useProgramsSpyingOn(modules: RegExp) {
  const programs = { dataDir: '', start };
  beforeEach(async () => {
    programs.dataDir = join(await mkdtemp(join(tmpdir(), 'console-test-')), 'data');
  });
  const running: ChildProcess[] = [];
  afterEach(async () => {
    // After a failed test the programs would keep running.
    for (const child of running.splice(0)) child.kill('SIGKILL');
    await rm(join(programs.dataDir, '..'), { recursive: true, force: true });
  });

  /** Starts a program, and waits until it reports its URL. */
  async function start(program: string, settings: Record<string, string> = {}) {
    const [port, platformPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      DATA_DIR: programs.dataDir,
      PORT: String(port),
      PLATFORM_PORT: String(platformPort),
      ...(program.startsWith('gateway') && { PRODUCT_API_URL: 'http://127.0.0.1:9' }),
      ...settings,
      ...('METRICS_PORT' in settings && { METRICS_PORT: settings.METRICS_PORT || String(metricsPort) }),
    };
    const spy = `data:text/javascript,${encodeURIComponent(spyOn(modules))}`;
    const run = runNode(['--import', spy, join(root, program)], env);
    running.push(run.child);
    const ended = once(run.child, 'close').then(([code]) => code as number);
    await Promise.race([once(run.child.stdout, 'data'), ended]);
    const stop = async () => {
      run.child.kill('SIGTERM');
      return ended;
    };
    return { ...run, stop, ended, metrics: `http://127.0.0.1:${metricsPort}`, origin: `http://127.0.0.1:${port}` };
  }
  return programs;
}
