import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressHash } from '@console/server-base/log-addresses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAddressHash } from './find-address-hash.ts';

const secrets = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(40));
const [shared = '', session = '', storedShared = '', storedSession = ''] = secrets;
const address = '2001:db8::1';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-hash-'));
});
afterAll(() => rm(folder, { recursive: true }));

const find = (env: Record<string, string>, ...args: string[]) => findAddressHash({ DATA_DIR: folder, ...env }, args);

test('LOG-6 the hash is made with the secret that gateways and platform share, else with that of sessions', async () => {
  const line = (secret: string) => `${addressHash(secret, address)}\n`;
  await expect(find({}, address)).rejects.toThrow('Run the command with the settings of a gateway.');
  await writeFile(join(folder, 'session.secret'), storedSession);
  expect(await find({}, address)).toBe(line(storedSession));
  expect(await find({ SESSION_SECRET: session }, '2001:DB8:0::1')).toBe(line(session));
  await writeFile(join(folder, 'gateway.secret'), `${storedShared},${shared}`);
  // A platform in the same process has created this secret, which its gateway uses.
  expect(await find({ SESSION_SECRET: session }, address)).toBe(line(storedShared));
  const rotating = {
    GATEWAY_SECRET: `${shared},${session}`,
    SESSION_SECRET: session,
    PUBLIC_URL: 'https://console.example',
  };
  expect(await find(rotating, address)).toBe(line(shared));
});

test('LOG-6 what is no address is refused with how to use the command', async () => {
  for (const args of [[], ['console.example'], [address, address], ['203.0.113.7/24']])
    await expect(find({ GATEWAY_SECRET: shared }, ...args)).rejects.toThrow('Usage: address-hash ADDRESS');
});
