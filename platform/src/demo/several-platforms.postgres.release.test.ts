import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hashSecret } from '../core/base/keys.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { startPlatform } from '../start.ts';
import { freePort } from '../testing/free-port.ts';
import { runOn } from '../testing/postgres-server.ts';

const name = `several_${process.pid}_${Date.now()}`;
const server = inject('postgresUrl');
const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-test-'));
  await runOn(server, `create database ${name}`);
});
afterAll(async () => {
  await runOn(server, `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

test('SCALE-4 RELIABILITY-F19 two platforms that start at once on an empty database leave one valid demo key, in the data folder of one of them', async () => {
  const dataDirs = ['a', 'b'].map((one) => join(folder, one));
  const start = async (dataDir = '') => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PLATFORM_PORT: String(await freePort()), DEMO: 'on' };
    return startPlatform(readPlatformSettings(env), { logger: false });
  };
  const platforms = await Promise.all(dataDirs.map(start));
  const keys = platforms.flatMap(({ demoApiKey }) => demoApiKey ?? []);
  const files = dataDirs.map((one) => join(one, 'demo-key.secret')).filter((one) => existsSync(one));
  expect([keys.length, files.length]).toEqual([1, 1]);
  expect(await readFile(files[0] ?? '', 'utf8')).toBe(keys[0]);
  const db = await openDatabase({ databaseUrl });
  expect(await db.selectFrom('api_key').select(['key_hash', 'revoked_at']).execute()).toEqual([
    { key_hash: hashSecret(keys[0] ?? ''), revoked_at: null },
  ]);
  await db.destroy();
  for (const { origin } of platforms) {
    const answer = await fetch(`${origin}/consoles/org_detail`, { headers: { 'api-key': keys[0] ?? '' } });
    expect(answer.status).toBe(200);
  }
  await Promise.all(platforms.map(({ close }) => close()));
  const again = await Promise.all(dataDirs.map(start));
  expect(again.flatMap(({ demoApiKey }) => demoApiKey ?? [])).toEqual(keys);
  await Promise.all(again.map(({ close }) => close()));
});
