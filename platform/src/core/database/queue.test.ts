import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { deleteMails, openTestDatabase } from '../../testing/database.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import type { Database } from './schema.ts';

let database: Kysely<Database>;
const queues: Queue[] = [];

beforeAll(async () => {
  // A new database: after this test drops the schema, a borrowed one's open connection would not see the next schema.
  database = await openTestDatabase();
});

afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop();
  await deleteMails(database);
});
afterAll(() => database.destroy());

function queueOf(work: (id: number) => Promise<void>, more: Partial<QueueOptions> = {}, on = database): Queue {
  const queue = createQueue(on, {
    name: 'letters',
    work,
    concurrency: 2,
    retries: 2,
    retryDelaySeconds: 0,
    retryDelayMaxSeconds: 0,
    expireSeconds: 60,
    pollSeconds: 0.5,
    onError: (error) => expect.fail(String(error)),
    ...more,
  });
  queues.push(queue);
  return queue;
}

const add = (queue: Queue, id: number) => database.transaction().execute((trx) => queue.add(trx, { id }));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

test('OTP-12 a job is processed once, by one of the platforms', async () => {
  const done: number[] = [];
  const work = async (id: number) => void done.push(id);
  const [first, second] = [queueOf(work), queueOf(work)];
  await Promise.all([first.start(), second.start()]);
  for (const id of [1, 2, 3]) await add(first, id);
  await eventually(() => expect(done.toSorted()).toEqual([1, 2, 3]));
  await add(second, 4);
  await eventually(() => expect(done.toSorted()).toEqual([1, 2, 3, 4]));
});

test('OTP-12 adding a job uses the caller’s connection only, even with a cold queue cache', async () => {
  const done: number[] = [];
  await queueOf(async (id) => void done.push(id)).start();
  // The queue was not started, so its cache is cold: a read outside the transaction would deadlock on the embedded database.
  const unread = queueOf(async () => {});
  await add(unread, 7);
  await eventually(() => expect(done).toEqual([7]));
});

test('OTP-12 a failing job is tried again as configured, then left', async () => {
  const tries: number[] = [];
  const queue = queueOf(async (id) => {
    tries.push(id);
    if (id === 9) throw new Error('no');
  });
  await queue.start();
  await add(queue, 9);
  await eventually(() => expect(tries).toHaveLength(3));
  await add(queue, 10);
  await eventually(() => expect(tries).toEqual([9, 9, 9, 10]));
});

test('OTP-12 groups take turns, also with the rest of an earlier one; a job without a group is before them', async () => {
  const done: number[] = [];
  let steps = 0;
  const queue = queueOf(
    async (id) => {
      await expect.poll(() => steps, { timeout: 60_000, interval: 5 }).toBeGreaterThan(done.length);
      done.push(id);
    },
    { concurrency: 1 },
  );
  await queue.start();
  const addAll = (group: number, first: number, count: number) =>
    database.transaction().execute((trx) => {
      const ids = Array.from({ length: count }, (_, index) => first + index);
      return queue.add(trx, ...ids.map((id) => ({ id, group })));
    });
  await addAll(1, 100, 20);
  steps = 10;
  await eventually(() => expect(done).toHaveLength(10));
  await addAll(2, 200, 20);
  await addAll(3, 300, 1);
  await add(queue, 0);
  steps = 41 + 1;
  await eventually(() => expect(done).toHaveLength(42));
  // The first job of the group was already in progress.
  expect(done.indexOf(0)).toBeLessThanOrEqual(11);
  expect(done.indexOf(300)).toBeLessThanOrEqual(14);
  const next = done.slice(11, 29);
  for (const group of [1, 2]) expect(next.filter((id) => Math.floor(id / 100) === group).length).toBeGreaterThan(6);
});

test('OTP-12 a job that takes long does not hold back the others', async () => {
  const done: number[] = [];
  const long = Promise.withResolvers<void>();
  const queue = queueOf(async (id) => {
    if (id === 1) await long.promise;
    done.push(id);
  });
  await queue.start();
  await add(queue, 1);
  for (const id of [2, 3, 4]) {
    await add(queue, id);
    await eventually(() => expect(done).toContain(id));
  }
  long.resolve();
  await eventually(() => expect(done).toEqual([2, 3, 4, 1]));
});

test('OTP-12 a job that no process has any more is tried again', async () => {
  const done: number[] = [];
  const adding = queueOf(async () => {}, { concurrency: 0 });
  await adding.start();
  await add(adding, 1);
  // State after a fetch without a response.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 seconds'`.execute(
    database,
  );
  await queueOf(async (id) => void done.push(id), { superviseSeconds: 1 }).start();
  await eventually(() => expect(done).toEqual([1]));
});

test('LOG-2 while a queue fails many times a second its failure is reported once', async () => {
  let failures = 0;
  const own = await openTestDatabase({
    onStatement({ level }) {
      if (level === 'error') failures += 1;
    },
  });
  onTestFinished(() => own.destroy());
  const reported: unknown[] = [];
  const onError = (error: unknown) => void reported.push(error);
  const queue = queueOf(async () => {}, { concurrency: 5, onError }, own);
  await queue.start();
  // Renames the schema: dropping tables could deadlock with a worker.
  await sql`alter schema pgboss rename to gone`.execute(own);
  await eventually(() => expect(failures).toBeGreaterThan(5));
  expect(reported).toHaveLength(1);
});
