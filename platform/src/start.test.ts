import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPlatformSettings } from './core/base/settings.ts';
import { startPlatform } from './start.ts';
import { freePort } from './testing/free-port.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'console-test-')), 'data');
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));

const settingsFor = async (env = {}) =>
  readPlatformSettings({ DATA_DIR: dataDir, PLATFORM_PORT: String(await freePort()), ...env });

test('DESIGN-7 a taken port is one line, and nothing is written', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const settings = await settingsFor({ PLATFORM_PORT: String(port) });
  const refusal = await startPlatform(settings, { logger: false }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(`PLATFORM_PORT ${port} on 127.0.0.1 is in use: free it, or set another port.`);
  expect(existsSync(dataDir)).toBe(false);
  other.close();
});

test('DESIGN-7 an address of another machine is one line with the setting', async () => {
  const settings = await settingsFor({ HOST: '203.0.113.1' });
  await expect(startPlatform(settings, { logger: false })).rejects.toThrow(/^HOST 203.0.113.1 cannot be listened on: /);
});
