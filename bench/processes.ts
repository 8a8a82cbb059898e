import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../platform/src/testing/free-port.ts';
import type { Usage } from './probe.ts';

export const benchFolder = import.meta.dirname;
export const root = join(benchFolder, '..');

/** A started server. */
export interface Server {
  readonly name: string;
  readonly port: number;
  /** Its usage since its start. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const startMs = 60_000;

/** Settings of a gateway that answers one caller as fast as it can. */
export const withoutLimits = { KEY_POINTS_PER_MINUTE: '0', REQUEST_KB_PER_CALLER: '0', PARSE_MS_PER_CALLER: '0' };

async function answers(port: number, child: ChildProcess, name: string): Promise<void> {
  const end = performance.now() + startMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    if (await fetch(`http://127.0.0.1:${port}/health/live`).then(Boolean, () => false)) return;
    await pause(50);
  }
  throw new Error(`${name} does not answer`);
}

/** Starts a file as a process in production mode, on a free port (PORT, PLATFORM_PORT). `flags` are Node's. */
export async function startServer(
  name: string,
  file: string,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Server> {
  const port = await freePort();
  const child = fork(file, {
    cwd: root,
    execArgv: ['--import', join(benchFolder, 'probe.ts'), ...flags],
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), PLATFORM_PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answers(port, child, name);
  return {
    name,
    port,
    async usage() {
      child.send('usage');
      const [usage] = (await once(child, 'message')) as [Usage];
      return usage;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await Promise.race([ended, pause(5_000)]);
      child.kill('SIGKILL');
    },
  };
}
