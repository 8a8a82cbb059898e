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
import { buildReleaseBefore, fillAsReleaseBefore } from './release-before.ts';
import { startSeveral } from './several-servers.ts';

const root = join(import.meta.dirname, '../..');
let databaseUrl: string;
let keys: string[];
let several: Awaited<ReturnType<typeof startSeveral>>;
beforeAll(async () => {
  const folder = buildReleaseBefore();
  databaseUrl = await startServer();
  keys = fillAsReleaseBefore(folder, databaseUrl);
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
