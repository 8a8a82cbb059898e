import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { compiledOnce } from '@console/platform/testing/processes';
import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { prepareDataDir, serverEnv } from './system.ts';

const root = join(import.meta.dirname, '..');

/** The servers as `npm start` has them: this process builds. */
async function startBesideBuild() {
  const [port, platformPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [compiledOnce, 'tools/serve.ts', '--beside-build'], {
    cwd: root,
    env: {
      ...serverEnv,
      PORT: String(port),
      PLATFORM_PORT: String(platformPort),
      PUBLIC_URL: url,
      DATA_DIR: await prepareDataDir(),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  // Node emits no `close` for a child from which its parent has disconnected.
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const statusOf = (address: string) =>
    fetch(address).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(() => statusOf(`http://localhost:${platformPort}/openapi.json`), { timeout: 180_000 }).toBe(200);
  return { child, url, ended, statusOf, output: () => output };
}

test('DOC-11 the platform runs before the console is built, the gateway after it, and /docs when its pages are made', async () => {
  test.setTimeout(300_000);
  const { child, url, ended, statusOf, output } = await startBesideBuild();
  expect(await statusOf(url)).toBeNull();
  expect(output()).not.toContain('Ready in');
  const ready = new Promise((resolve) => child.on('message', resolve));
  child.send('console built');
  expect(await ready).toBe('ready');
  await expect.poll(output).toContain('Ready in');
  expect(output()).toContain(`${url}/docs (being prepared)`);
  expect([await statusOf(url), await statusOf(`${url}/docs/`)]).toEqual([200, 503]);
  child.send('documentation ended');
  await expect.poll(() => statusOf(`${url}/docs/`)).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('DOC-11 servers end when their build ends without a console', async () => {
  test.setTimeout(300_000);
  const { child, ended } = await startBesideBuild();
  child.disconnect();
  expect(await ended).not.toBe(0);
});
