import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@console/platform/testing/free-port';
import { haproxyConfig } from '../chaos/haproxy.ts';
import { findProgram } from '../chaos/programs.ts';

/** `show servers state`: the state value of a server that gets requests, and the positions of the state and port fields. */
const [running, stateField, portField] = ['2', 5, 18] as const;

/** Starts HAProxy with the file of deploy/ in front of two platforms and two gateways, which can start later. */
export async function startHaproxy(origins: Record<'platform' | 'gateway', readonly string[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'console-haproxy-'));
  const [socket, file] = [join(folder, 'socket'), join(folder, 'haproxy.cfg')];
  const [consolePort, productApi] = [await freePort(), await freePort()];
  const servers = Object.entries(origins).flatMap(([kind, own]) =>
    own.map((origin, place) => [`${kind}-${place + 1}`, new URL(origin).host]),
  );
  const config = haproxyConfig({ console: consolePort, productApi, servers: Object.fromEntries(servers) });
  writeFileSync(file, config.replace(/^global$/m, `global\n  stats socket ${socket}`));
  const haproxy = spawn(findProgram('haproxy') ?? '', ['-db', '-f', file], { stdio: 'ignore' });
  const ask = async () => {
    const connection = createConnection(socket);
    connection.end('show servers state\n');
    return text(connection).catch(() => '');
  };
  const isUp = async (port: string) =>
    (await ask())
      .split('\n')
      .map((line) => line.split(' '))
      .some((fields) => fields[portField] === port && fields[stateField] === running);
  /** Waits until HAProxy has noticed that a server is ready or, with false, that it is not. */
  const until = async (origin: string, wanted: boolean) => {
    while ((await isUp(new URL(origin).port)) !== wanted) await delay(50);
  };
  const balancer = (port: number) => ({ origin: `http://127.0.0.1:${port}`, until });
  return {
    platforms: balancer(productApi),
    gateways: balancer(consolePort),
    async close(): Promise<void> {
      const ended = once(haproxy, 'exit');
      haproxy.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
