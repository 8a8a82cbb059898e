import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { openDatabase } from '@console/platform/core/database/database';
import { freePort } from '@console/platform/testing/free-port';
import { startMailServer } from '@console/platform/testing/mail-server';
import { serverUser } from '@console/platform/testing/postgres-binaries';
import { spawnServer } from '../faults/processes.ts';
import { haproxyConfig } from './haproxy.ts';
import { Network } from './network.ts';
import { findProgram, type Program } from './programs.ts';
import { isAnswering, listens, type Part, serviceRestartMs } from './supervisor.ts';

/** Processes that serve the console together. */
export interface SetUp {
  /** In the order of their start. */
  parts: readonly Part[];
  /** The URL of the console for browsers and programs. */
  origin: string;
  /** The process that has the role of the victim at the moment. */
  partOf(victim: string): Promise<Part>;
  /** Opens the database by a direct connection that no fault affects, once all processes have started. */
  openDatabase(): ReturnType<typeof openDatabase>;
  close(): Promise<void>;
}

/** The URL at which browsers sign in. */
export const publicUrl = 'http://localhost:3000';
const secrets = {
  SESSION_SECRET: 'a session secret of thirty-two characters or more',
  GATEWAY_SECRET: 'a gateway secret of thirty-two characters or more',
  PLATFORM_SECRET: 'a platform secret of thirty-two characters or more',
};

/** The environment of both set-ups: a folder, the network, a mail server, and functions that start their processes. */
export async function createEnvironment() {
  const folder = mkdtempSync(join(tmpdir(), 'console-chaos-'));
  chmodSync(folder, 0o755);
  const user = serverUser();
  const network = new Network();
  const mail = await startMailServer();
  const mailPort = Number(new URL(mail.url).port);

  /** A new folder for a process that does not run as root. */
  const folderOf = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  /** Writes a configuration file and returns its path. */
  const fileOf = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const program = (name: string, from: Program, args: readonly string[], isReady: Part['isReady']): Part => ({
    name,
    isReady,
    restartMs: serviceRestartMs,
    spawn: () => spawn(findProgram(from) ?? from, args, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
  });
  const server = (name: string, kind: 'gateway' | 'platform', port: number, settings: Record<string, string>): Part => {
    mkdirSync(join(folder, `${name}-data`), { mode: 0o700 });
    const common = {
      ...secrets,
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'warn',
      DATA_DIR: join(folder, `${name}-data`),
      KEY_POINTS_PER_MINUTE: '0',
    };
    return {
      name,
      restartMs: serviceRestartMs,
      spawn: () =>
        spawnServer(kind, { ...common, ...settings, [kind === 'gateway' ? 'PORT' : 'PLATFORM_PORT']: String(port) }),
      isReady: () => isAnswering(`http://127.0.0.1:${port}/health/ready`),
    };
  };
  /** Starts a gateway; `origin` is the URL of the product API. */
  const gateway = (name: string, port: number, productApiPort: number, settings: Record<string, string> = {}) =>
    server(name, 'gateway', port, {
      PRODUCT_API_URL: `http://127.0.0.1:${productApiPort}`,
      TRUST_PROXY: '1',
      ...settings,
    });
  const platform = async (name: string, port: number, settings: Record<string, string>) =>
    server(name, 'platform', port, {
      SMTP_URL: `smtp://127.0.0.1:${await network.link(name, 'mail server', mailPort)}`,
      ...settings,
    });
  /** Starts HAProxy with the file of deploy/ in front of the servers with these ports; `more` is added to the file. */
  const haproxy = async (
    ports: { console: number; productApi: number },
    servers: Record<string, number>,
    more = '',
  ) => {
    const addresses: Record<string, string> = {};
    for (const [name, port] of Object.entries(servers))
      addresses[name] = `127.0.0.1:${await network.link('haproxy', name, port)}`;
    const file = fileOf('haproxy.cfg', haproxyConfig({ ...ports, servers: addresses }) + more);
    return program('haproxy', 'haproxy', ['-f', file], () => listens(ports.console));
  };
  const consolePort = await freePort();
  const origin = `http://127.0.0.1:${await network.link('load', 'haproxy', consolePort)}`;
  return { folder, network, mail, consolePort, origin, folderOf, fileOf, program, gateway, platform, haproxy };
}

export type Environment = Awaited<ReturnType<typeof createEnvironment>>;
