import { expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { createQueue } from './queue.ts';

test('OTP-12 queues that start at once in an empty database all start', async () => {
  const db = await openTestDatabase();
  const queues = ['one', 'two', 'three', 'four'].map((name) =>
    createQueue(db, {
      ...{ name, work: async () => {}, concurrency: 1, retries: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1 },
      ...{ expireSeconds: 60, pollSeconds: 1, onError: () => {} },
    }),
  );
  const started = await Promise.allSettled(queues.map((queue) => queue.start()));
  await Promise.all(queues.map((queue) => queue.stop()));
  await db.destroy();
  expect(started.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
});
