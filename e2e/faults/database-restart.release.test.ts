import { setTimeout as delay } from 'node:timers/promises';
import { orderServer, runOn, stopServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from './load.ts';
import { startDatabase, storedEmails } from './processes.ts';
import { startSeveral } from './several-servers.ts';

let database: Awaited<ReturnType<typeof startDatabase>>;
let several: Awaited<ReturnType<typeof startSeveral>>;
beforeAll(async () => {
  database = await startDatabase();
  several = await startSeveral(database.databaseUrl, { isHaproxyWanted: true });
});
afterAll(async () => {
  await several?.close();
  await database?.db.destroy();
  await stopServer();
});

/** Whether PostgreSQL accepts a connection and responds, measured from the start of the attempt. */
const accepts = () =>
  runOn(database.databaseUrl, 'select 1').then(
    () => true,
    () => false,
  );

/** Stops PostgreSQL for a while. Returns when the first refused connection ended, and when the first accepted one was started. */
async function restart(order: 'stop' | 'stop-fast', stoppedMs: number) {
  orderServer(order);
  while (await accepts()) await delay(5);
  const away = performance.now();
  await delay(stoppedMs);
  orderServer('start');
  for (;;) {
    const asked = performance.now();
    if (await accepts()) return { away, back: asked };
    await delay(5);
  }
}

/** Reads that arrive while PostgreSQL is down wait for 2 s, and the gateway sends them again. */
const bridgedMs = 1_500;

async function readThroughRestart(order: 'stop' | 'stop-fast', stoppedMs: number) {
  const before = await storedEmails(database);
  const name = `${order}${stoppedMs}`;
  const keys = Object.values(database.keys);
  // A write is repeated until it is acknowledged, while reads continue.
  const reading = startLoad(several.origin, keys, { readsForWrite: Infinity, name: `${name}-reader` });
  const writing = startLoad(several.origin, keys, { pauseMs: 200, readsForWrite: 0, name });
  const readsOf = () => reading.sent.filter(({ kind }) => kind === 'read');
  const untilAllSucceed = async () => {
    const last = () => readsOf().slice(-30);
    while (last().length < 30 || last().some(({ failure }) => failure !== null)) await delay(50);
    return last();
  };
  const quiet = await untilAllSucceed();
  const { away, back } = await restart(order, stoppedMs);
  await untilAllSucceed();
  const acknowledged = [...(await reading.stop()), ...(await writing.stop())];
  const failed = readsOf().filter(({ failure }) => failure !== null);
  const result = {
    /** Time that other work of the machine adds to a response, including the last failed one. */
    slowestMs: Math.max(...quiet.map(({ began, ended }) => ended - began)),
    awayMs: back - away,
    failed,
    failedAfterMs: Math.max(0, ...failed.map(({ ended }) => ended - back)),
    acknowledged,
    stored: [...(await storedEmails(database)).difference(before)],
  };
  const rounded = [result.awayMs, result.failedAfterMs, result.slowestMs].map(Math.round);
  // The report of the run.
  console.log(
    `${name}: away for ${rounded[0]} ms; ${failed.length} of ${readsOf().length} reads failed, the last ${rounded[1]} ms after it was back; before, an answer took up to ${rounded[2]} ms`,
  );
  return result;
}

test.each([
  { how: 'fast', order: 'stop-fast', stoppedMs: 300 },
  { how: 'immediate', order: 'stop', stoppedMs: 300 },
  { how: 'immediate', order: 'stop', stoppedMs: 8_000 },
] as const)(
  'OUTAGE-7 after a restart of PostgreSQL (-m $how, stopped for $stoppedMs ms) behind HAProxy reads fail for a second longer at most, not at all after a short one, and each write is done once',
  async ({ order, stoppedMs }) => {
    const run = await readThroughRestart(order, stoppedMs);
    if (run.awayMs + 2 * run.slowestMs < bridgedMs) expect(run.failed).toEqual([]);
    expect(run.failedAfterMs).toBeLessThan(1_000 + 2 * run.slowestMs);
    expect(run.stored.toSorted()).toEqual(run.acknowledged.toSorted());
  },
);
