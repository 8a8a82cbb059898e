import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@console/platform/core/database/database';
import { startServer, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from './load.ts';
import { storedEmails } from './processes.ts';
import { buildReleaseBefore } from './release-before.ts';
import { startSeveral } from './several-servers.ts';

/** Fills an empty database as the release before does, and prints a key for each of some users. */
const fill = `
import { createHash, randomBytes } from 'node:crypto';
import { nonSensitiveScopes } from './contract/src/key-scopes.ts';
import { openDatabase } from './platform/src/core/database/database.ts';
import { writeFixtures } from './platform/src/testing/fixtures.ts';
const db = await openDatabase({ databaseUrl: process.env.DATABASE_URL });
const { users } = await writeFixtures(db, new Date());
const keys = ['adm', 'orgA', 'orgB'].map((user) => ({ user, key: randomBytes(24).toString('base64url') }));
const row = { name: 'upgrade', scopes: [...nonSensitiveScopes], created_at: new Date() };
await db.insertInto('api_key').values(keys.map(({ user, key }) => (
  { ...row, ent_usr_id: users[user].id, key_hash: createHash('sha256').update(key).digest('hex') }))).execute();
await db.destroy();
console.log(JSON.stringify(keys.map(({ key }) => key)));`;

const root = join(import.meta.dirname, '../..');
let databaseUrl: string;
let keys: string[];
let several: Awaited<ReturnType<typeof startSeveral>>;
beforeAll(async () => {
  const folder = buildReleaseBefore();
  databaseUrl = await startServer();
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  keys = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', fill], { cwd: folder, env }).toString(),
  );
  several = await startSeveral(databaseUrl, folder);
}, 300_000);
afterAll(async () => {
  await several?.close();
  await stopServer();
});

const maxFailedShare = 0.001;

test('UPGRADE-5 platforms and then gateways of the release before are replaced one by one under load: no write fails, and of reads one in a thousand at most', async () => {
  const load = startLoad(several.origin, keys);
  await delay(2_000);
  for (const one of several.running) {
    expect(await one.process.end('SIGTERM')).toEqual([0, null]);
    await one.startAgain(root);
    await delay(2_000);
  }
  const acknowledged = await load.stop();
  const failed = load.sent.filter(({ failure }) => failure !== null);
  // The report of the run.
  console.log(`${load.sent.length} requests, ${acknowledged.length} writes, ${failed.length} failed`);
  expect(failed.filter(({ kind }) => kind === 'write')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(load.sent.length * maxFailedShare);
  const db = await openDatabase({ databaseUrl });
  const stored = [...(await storedEmails({ db }))].filter((email) => email.endsWith('@load.example'));
  await db.destroy();
  expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  for (const { process } of several.running)
    expect([process.child.exitCode, process.child.signalCode, process.errors()]).toEqual([null, null, '']);
});

test('UPGRADE-6 in a copy without the history the release before is not built, and the error says what to fetch', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'console-copy-'));
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, copy]);
  expect(() => buildReleaseBefore(copy)).toThrow(/lacks the release before, [0-9a-f]{40}: git fetch --unshallow/);
  await rm(copy, { recursive: true });
});
