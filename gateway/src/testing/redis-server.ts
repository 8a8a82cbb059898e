import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { Redis } from 'ioredis';
import { vi } from 'vitest';

/** Path of the installed server, Redis or Valkey; null without one. */
export const redisProgram =
  ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
if (redisProgram === null)
  process.stderr.write('Neither redis-server nor valkey-server is installed: what needs one is left out.\n');

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** A test server with a password and a memory limit. `settings`: further command-line options. */
export async function startRedis(settings: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'console-redis-'));
  const [port, password] = [await freePort(), 'a password of the tests'];
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'],
    ...['--requirepass', password, '--maxmemory', '64mb', '--maxmemory-policy', 'volatile-lru'],
    ...settings,
  ];
  const run = () => spawn(redisProgram ?? '', args, { stdio: 'ignore' });
  let child = run();
  const untilReady = () =>
    vi.waitFor(
      async () => {
        if (!(await accepts(port))) throw new Error(`${redisProgram} does not listen`);
      },
      { timeout: 20_000 },
    );
  await untilReady();
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const url = new URL(`redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`);
  return {
    port,
    password,
    url,
    /** Kills like `kill -9`. */
    kill: end,
    /** Starts the server again with its stored data. */
    async restart() {
      await end();
      child = run();
      await untilReady();
    },
    /** Removes all stored data. */
    async forget() {
      const client = new Redis(url.href);
      await client.flushall();
      client.disconnect();
    },
    /** Suspends the server: it accepts connections but does not respond. */
    stop: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async close() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
