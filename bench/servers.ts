import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../platform/src/testing/free-port.ts';
import type { Usage } from './probe.ts';

const benchFolder = import.meta.dirname;
export const root = join(benchFolder, '..');
/** Folder of the servers' data. */
export const dataFolder = join(root, '.state/bench');

/** A started server. Disposal stops it. */
export interface Server extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly origin: string;
  /** Milliseconds from the start of the process to the first response. */
  readonly startMs: number;
  usage(): Promise<Usage>;
}

const mostStartMs = 60_000;
const lookEachMs = 5;

/** Starts a file as a process in production mode, on a free port (PORT, PLATFORM_PORT). `flags` are Node's. */
export async function startServer(
  name: string,
  file: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Server> {
  mkdirSync(dataFolder, { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = fork(join(root, file), {
    cwd: root,
    execArgv: ['--import', join(benchFolder, 'probe.ts'), ...flags],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataFolder,
      PORT: String(port),
      PLATFORM_PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const answers = () => fetch(`${origin}/health/live`).then(Boolean, () => false);
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    if (performance.now() - began > mostStartMs) throw new Error(`${name} does not answer`);
    await pause(lookEachMs);
  }
  return {
    name,
    port,
    origin,
    startMs: performance.now() - began,
    async usage() {
      child.send('usage');
      let message: 'ready' | Usage;
      do {
        [message] = await once(child, 'message');
      } while (message === 'ready');
      return message;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await Promise.race([ended, pause(5_000)]);
      child.kill('SIGKILL');
    },
  };
}

/** Settings of a gateway without limits for a single caller. */
export const withoutLimits = { KEY_POINTS_PER_MINUTE: '0', REQUEST_KB_PER_CALLER: '0', PARSE_MS_PER_CALLER: '0' };

export const startPlatform = (databaseUrl: string, flags?: readonly string[]): Promise<Server> =>
  startServer('platform', 'platform/src/main.ts', { DEMO: 'off', DATABASE_URL: databaseUrl }, flags);

/** Starts the gateway as `npm start` does for an external product API. */
export const startGateway = (
  productApi: string,
  env: Record<string, string> = withoutLimits,
  flags?: readonly string[],
): Promise<Server> => startServer('gateway', 'tools/serve.ts', { PRODUCT_API_URL: productApi, ...env }, flags);

/** Starts the peer: the same schema as the gateway, written by hand. */
export const startPeer = (productApi: string): Promise<Server> =>
  startServer('peer', 'bench/peer/main.ts', { PRODUCT_API_URL: productApi });
