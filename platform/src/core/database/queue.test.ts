import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { createQueue, type Queue, type QueueOptions } from './queue.ts';
import type { Database } from './schema.ts';

let database: Kysely<Database>;
const queues: Queue[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
});

afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop();
  await database.destroy();
});

function queueOf(work: (id: number) => Promise<void>, more: Partial<QueueOptions> = {}): Queue {
  const queue = createQueue(database, {
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
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

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
  // Not started, so its cache is cold: a read beside the transaction would deadlock on the embedded database.
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

test('OTP-12 of two groups the one with fewer jobs before is first', async () => {
  const done: number[] = [];
  const added = Promise.withResolvers<void>();
  const queue = queueOf(async (id) => {
    await added.promise;
    done.push(id);
  });
  await queue.start();
  await add(queue, 0);
  await database
    .transaction()
    .execute((trx) =>
      queue.add(
        trx,
        ...[1, 2, 3, 4].map((id, before) => ({ id, before })),
        ...[21, 22].map((id, before) => ({ id, before })),
      ),
    );
  added.resolve();
  await eventually(() => expect(done).toHaveLength(7));
  const place = (id: number) => done.indexOf(id);
  expect(place(21)).toBeLessThan(place(3));
  expect(place(22)).toBeLessThan(place(4));
});
