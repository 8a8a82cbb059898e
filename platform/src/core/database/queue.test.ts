import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { createQueue, type Job, type Queue, type QueueOptions } from './queue.ts';
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

function queueOf(work: (job: Job) => Promise<void>, more: Partial<QueueOptions> = {}): Queue {
  const queue = createQueue(database, {
    name: 'letters',
    work,
    giveUp: async () => {},
    tries: 3,
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

const add = (queue: Queue, id: number) => database.transaction().execute((trx) => queue.add(trx, id));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

test('OTP-12 a job is processed once, by one of the platforms', async () => {
  const done: number[] = [];
  const work = async ({ id }: Job) => void done.push(id);
  const [first, second] = [queueOf(work), queueOf(work)];
  await Promise.all([first.start(), second.start()]);
  for (const id of [1, 2, 3]) await add(first, id);
  await eventually(() => expect(done.toSorted()).toEqual([1, 2, 3]));
  await add(second, 4);
  await eventually(() => expect(done.toSorted()).toEqual([1, 2, 3, 4]));
});

test('OTP-12 adding a job uses the caller’s connection only, even with a cold queue cache', async () => {
  const done: number[] = [];
  await queueOf(async ({ id }) => void done.push(id)).start();
  // Not started, so its cache is cold: a read beside the transaction would deadlock on the embedded database.
  const unread = queueOf(async () => {});
  await add(unread, 7);
  await eventually(() => expect(done).toEqual([7]));
});

test('OTP-12 a failing job is retried as configured, then given up with the same job id', async () => {
  const tries: string[] = [];
  const lost: number[] = [];
  const queue = queueOf(
    async ({ jobId }) => {
      tries.push(jobId);
      throw new Error('no');
    },
    { giveUp: async ({ id }) => void lost.push(id) },
  );
  await queue.start();
  await add(queue, 9);
  await eventually(() => expect(lost).toEqual([9]));
  expect(tries).toHaveLength(3);
  expect(new Set(tries).size).toBe(1);
});
