import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { expect } from '@playwright/test';
import { demoPassword, test } from './journey.ts';
import { type ExitResult, launch, removeSystem, startSystem } from './system.ts';

test.describe.configure({ mode: 'parallel' });

/** Signs in over REST and returns the key: an acknowledged write. */
async function signedIn(platformUrl: string): Promise<string> {
  const answer = await fetch(`${platformUrl}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api: true, ent_usr: { email: 'admin@demo.example', password: demoPassword } }),
  });
  return ((await answer.json()) as { current_ent_usr: { api_key: string } }).current_ent_usr.api_key;
}

const holderOf = async (platformUrl: string, key: string) => {
  const answer = await fetch(`${platformUrl}/tasks/api_user_detail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task: { api_key: key } }),
  });
  return answer.status;
};

/** Expects one line of output and exit code 1. */
function refused({ code, output }: ExitResult, line: RegExp): void {
  expect(code, output).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(line);
}

test('REST-62 REST-63 acknowledged writes survive kill -9', async () => {
  test.setTimeout(120_000);
  let system = await startSystem();
  const keys: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    keys.push(await signedIn(system.platformUrl));
    // Killed during writes.
    void signedIn(system.platformUrl).catch(() => undefined);
    await system.stop('SIGKILL');
    system = await startSystem({ DATA_DIR: system.dataDir });
    for (const key of keys) expect(await holderOf(system.platformUrl, key)).toBe(200);
  }
  await removeSystem(system);
});

test('DESIGN-7 SIGTERM ends the process within seconds and releases the data folder, which has the shared secret', async () => {
  const system = await startSystem();
  expect(await readdir(system.dataDir)).toContain('gateway.secret');
  expect(system.output()).not.toContain('GATEWAY_SECRET');
  const { code } = await system.stop();
  expect(code).toBe(0);
  const again = await startSystem({ DATA_DIR: system.dataDir });
  await removeSystem(again);
});

test('a taken port ends the start with one line, and no data folder is created', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  const dataDir = test.info().outputPath('data');
  const env = { PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: dataDir };
  const platformPort = String(await freePort());
  refused(
    await launch({ ...env, PORT: String(port), PLATFORM_PORT: platformPort }).ended,
    new RegExp(`^PORT .*${port}`),
  );
  refused(
    await launch({ ...env, PORT: String(await freePort()), PLATFORM_PORT: String(port) }).ended,
    new RegExp(`^PLATFORM_PORT .*${port}`),
  );
  taken.close();
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

test('a data folder that cannot be written, or is in use, ends the start with one line', async ({ system }) => {
  const ports = async () => ({ PORT: String(await freePort()), PLATFORM_PORT: String(await freePort()) });
  const before = (await readdir(system.dataDir)).toSorted();
  refused(await launch({ ...(await ports()), DATA_DIR: system.dataDir }).ended, /^DATA_DIR .* is in use/);
  expect((await readdir(system.dataDir)).toSorted()).toEqual(before);
  const file = test.info().outputPath('a-file');
  await writeFile(file, '');
  refused(await launch({ ...(await ports()), DATA_DIR: join(file, 'data') }).ended, /^DATA_DIR .* cannot be written/);
});

test('a wrong setting ends the start with one line that names it', async () => {
  const dataDir = test.info().outputPath('data');
  const start = (env: Record<string, string>) => launch({ DATA_DIR: dataDir, ...env }).ended;
  refused(await start({ PORT: 'abc' }), /^PORT must be .*"abc"/);
  refused(await start({ STRICT_SIGN_IN: 'maybe' }), /^STRICT_SIGN_IN must be .*on.*off/);
  refused(
    await start({ PUBLIC_URL: 'https://console.suite.example' }),
    /^PUBLIC_URL .*PLATFORM_SECRET, SMTP_URL\. .*SESSION_SECRET\.\s*$/,
  );
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});
