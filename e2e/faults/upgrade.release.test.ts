import { setTimeout as delay } from 'node:timers/promises';
import { readAppliedMigrations } from '@console/platform/core/database/later-migrations';
import { releasedMigration } from '@console/platform/core/database/migrate';
import { stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from './load.ts';
import { startDatabase, storedEmails } from './processes.ts';
import { startSeveral } from './several-servers.ts';

let database: Awaited<ReturnType<typeof startDatabase>>;
let several: Awaited<ReturnType<typeof startSeveral>>;
beforeAll(async () => {
  database = await startDatabase();
  several = await startSeveral(database.databaseUrl);
});
afterAll(async () => {
  await several?.close();
  await database?.db.destroy();
  await stopServer();
});

const maxFailedShare = 0.001;
const asNextRelease = { NODE_OPTIONS: `--import=${import.meta.resolve('@console/platform/testing/next-release')}` };

test('UPGRADE-5 platforms and then gateways are replaced under load by those of a release with one migration more, and one is put back: no write fails, and of reads one in a thousand at most', async () => {
  const load = startLoad(several.origin, Object.values(database.keys));
  await delay(2_000);
  const [first] = several.running;
  const replacements = [
    ...several.running.map((one) => ({ one, settings: asNextRelease })),
    { one: first, settings: {} },
  ];
  for (const { one, settings } of replacements) {
    expect(await one?.process.end('SIGTERM')).toEqual([0, null]);
    await one?.startAgain(settings);
    await delay(2_000);
  }
  const acknowledged = await load.stop();
  const failed = load.sent.filter(({ failure }) => failure !== null);
  // The report of the run.
  console.log(`${load.sent.length} requests, ${acknowledged.length} writes, ${failed.length} failed`);
  expect(failed.filter(({ kind }) => kind === 'write')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(load.sent.length * maxFailedShare);
  const { db } = database;
  const stored = [...(await storedEmails({ db }))].filter((email) => email.endsWith('@load.example'));
  expect(stored.toSorted()).toEqual(acknowledged.toSorted());
  for (const { process } of several.running)
    expect([process.child.exitCode, process.child.signalCode, process.errors()]).toEqual([null, null, '']);
  expect((await readAppliedMigrations(db)).at(-1)).toEqual({
    name: '9000_next_release',
    compatible_from: releasedMigration,
  });
}, 600_000);
