import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSecret } from '../core/base/keys.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { openTestDatabase } from '../testing/database.ts';
import { demoNow } from '../testing/demo-now.ts';
import { seedDemoWithApiKey } from './seed-demo-with-api-key.ts';

let db: Kysely<Database>;
let dataDir: string;
const open = async (demo: boolean) => {
  db = await openTestDatabase({ demo });
};
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-test-'));
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  seedDemoWithApiKey({ db, clock: () => demoNow, settings: readPlatformSettings({ DATA_DIR: dataDir, ...env }) });
const keys = () =>
  db
    .selectFrom('api_key')
    .innerJoin('ent_usr', 'ent_usr.id', 'ent_usr_id')
    .select(['email', 'name', 'key_hash', 'revoked_at'])
    .orderBy('api_key.id')
    .execute();
const revoke = (apiKey: string | null) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: demoNow })
    .where('key_hash', '=', hashSecret(apiKey ?? ''))
    .execute();
const demoKey = { email: 'admin@demo.example', name: 'Demo key', revoked_at: null };
const production = {
  PUBLIC_URL: 'https://console.example',
  PLATFORM_SECRET: newSecret(),
  SMTP_URL: 'smtp://127.0.0.1:9',
};
const anyHost = { HOST: '0.0.0.0' };

test('REST-62 SECURITY-T21 the demo key is random for each data folder, the same at each start, and stored hashed', async () => {
  await open(true);
  const apiKey = await start();
  expect(apiKey).toMatch(/^[\w-]{43}$/);
  expect(await start()).toBe(apiKey);
  expect(await start({ DEMO: 'off' })).toBe(apiKey);
  expect(await keys()).toEqual([{ ...demoKey, key_hash: hashSecret(apiKey ?? '') }]);
  const file = join(dataDir, 'demo-key.secret');
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual([apiKey, 0o600]);
  const entries = await db.selectFrom('audit_entry').select(['action', 'via', 'target_type', 'after']).execute();
  const created = entries.filter(({ action }) => action === 'keys:create');
  expect(created).toMatchObject([{ via: 'system', target_type: 'api_key' }]);
  expect(JSON.stringify(entries)).not.toContain(apiKey);
});

test('SCALE-4 a platform with another data folder leaves the valid demo key and gets none, until that key is revoked', async () => {
  await open(true);
  const apiKey = await start();
  const other = join(dataDir, 'other');
  expect(await start({ DATA_DIR: other })).toBeNull();
  await expect(readdir(other)).rejects.toThrow('ENOENT');
  expect(await keys()).toEqual([{ ...demoKey, key_hash: hashSecret(apiKey ?? '') }]);
  await revoke(apiKey);
  const next = await start({ DATA_DIR: other });
  expect(await readFile(join(other, 'demo-key.secret'), 'utf8')).toBe(next);
  expect(await start({ DATA_DIR: other })).toBe(next);
  expect(await start()).toBeNull();
});

test('DESIGN-7 SECURITY-T21 a database with demo data is not served to other machines, whatever DEMO is', async () => {
  await open(true);
  const refusal = async (env: Record<string, string>) => {
    const error = await start(env).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };
  const holds = `DATA_DIR "${dataDir}" holds demo data, whose passwords are published, and`;
  const host = 'HOST (0.0.0.0) is not a loopback address';
  const publicUrl = 'PUBLIC_URL (https://console.example) is not localhost';
  const what = 'Set another DATA_DIR, or serve this machine only.';
  expect(await refusal(anyHost)).toBe(`${holds} ${host}. ${what}`);
  expect(await refusal({ ...anyHost, DEMO: 'off' })).toBe(`${holds} ${host}. ${what}`);
  expect(await refusal(production)).toBe(`${holds} ${publicUrl}. ${what}`);
  expect(await refusal({ ...production, ...anyHost })).toBe(`${holds} ${host} and ${publicUrl}. ${what}`);
  expect(await refusal({ ...anyHost, DATABASE_URL: 'postgres://x/y' })).toBe(
    `The database of DATABASE_URL holds demo data, whose passwords are published, and ${host}. Set another DATABASE_URL, or serve this machine only.`,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test('REST-62 an empty database is filled with demo data, which the start recognises', async () => {
  await open(false);
  expect(await start({ DEMO: 'off' })).toBeNull();
  expect(await start(anyHost)).toBeNull();
  expect(await db.selectFrom('ent_org').select('id').execute()).toEqual([]);
  const apiKey = await start();
  expect(await keys()).toEqual([{ ...demoKey, key_hash: hashSecret(apiKey ?? '') }]);
  await expect(start(anyHost)).rejects.toThrow('holds demo data');
});

test('DESIGN-7 a database with other data has no demo key, and is served to other machines', async () => {
  await open(false);
  const moments = { created_at: demoNow, updated_at: demoNow };
  await db
    .insertInto('ent_org')
    .values({ guid: crypto.randomUUID(), brandname: 'Demo Industries', ...moments })
    .execute();
  for (const env of [{}, anyHost, production]) expect(await start(env)).toBeNull();
  expect(await readdir(dataDir)).toEqual([]);
});
