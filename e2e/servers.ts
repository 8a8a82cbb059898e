import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { expect } from '@playwright/test';
import { prepareDataDir, serverEnv } from './system.ts';

const root = join(import.meta.dirname, '..');

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts a gateway or platform as a process of its own, and waits until it is ready. */
async function startServer(server: 'gateway' | 'platform', env: Record<string, string>, url: string) {
  const child = spawn(process.execPath, [`${server}/src/main.ts`], {
    cwd: root,
    env: { ...serverEnv, LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  });
  await expect.poll(() => isReady(url), { timeout: 120_000 }).toBe(true);
  return child;
}

/** Ends a server's process, and waits until it is gone. */
export const endServer = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.kill(signal);
  });

/** A platform with demo data and a gateway, in separate processes. */
export async function prepareServers() {
  const [port, platformPort] = [String(await freePort()), String(await freePort())];
  const [url, platformUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${platformPort}`];
  const dataDir = await prepareDataDir();
  const env = {
    PORT: port,
    PLATFORM_PORT: platformPort,
    PUBLIC_URL: url,
    PRODUCT_API_URL: platformUrl,
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of thirty-two characters or more',
  };
  const start = {
    platform: () => startServer('platform', env, platformUrl),
    gateway: () => startServer('gateway', env, url),
  };
  return { url, platformUrl, dataDir, start };
}
