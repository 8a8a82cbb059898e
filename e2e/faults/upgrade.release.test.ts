import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@console/platform/core/database/database';
import { startServer, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from './load.ts';
import { buildNextRelease, fillDatabase } from './next-release.ts';
import { storedEmails } from './processes.ts';
import { startSeveral } from './several-servers.ts';

let databaseUrl: string;
let nextRelease: string;
let keys: string[];
let several: Awaited<ReturnType<typeof startSeveral>>;
beforeAll(async () => {
  nextRelease = await buildNextRelease();
  databaseUrl = await startServer();
  keys = await fillDatabase(databaseUrl);
  several = await startSeveral(databaseUrl);
}, 300_000);
afterAll(async () => {
  await several?.close();
  await stopServer();
});

const maxFailedShare = 0.001;

test('UPGRADE-5 platforms and then gateways are replaced one by one with those of the next release under load: no write fails, and of reads one in a thousand at most', async () => {
  const load = startLoad(several.origin, keys);
  await delay(2_000);
  for (const one of several.running) {
    expect(await one.process.end('SIGTERM')).toEqual([0, null]);
    await one.startAgain(nextRelease);
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
