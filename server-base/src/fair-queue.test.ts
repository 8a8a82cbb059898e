import { expect, test } from 'vitest';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

/** A queue with tasks that the test ends; a task is named after its owner. */
function createTasks(limits: Omit<FairQueueLimits, 'refusal'>) {
  const queue = new FairQueue({ ...limits, refusal: () => new Error('refused') });
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const refused: string[] = [];
  const add = (...names: string[]) => {
    for (const name of names)
      queue
        .run(name.charAt(0), () => {
          started.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        })
        .catch((error) => {
          if (error.message !== 'refused') throw error;
          refused.push(name);
        });
    return settled();
  };
  const end = (...names: string[]) => {
    for (const name of names) ends.get(name)?.();
    return settled();
  };
  return { add, end, started, refused };
}
const settled = () => new Promise(setImmediate);

test('RELIABILITY waiting tasks start round-robin by owner, the oldest of an owner first', async () => {
  const { add, end, started } = createTasks({ maxRunning: 1, maxQueued: 10 });
  await add('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('RELIABILITY an owner runs at most the allowed number of tasks, and others use the rest', async () => {
  const { add, end, started } = createTasks({ maxRunning: 2, ownerRunning: () => 1, maxQueued: 10 });
  await add('a1', 'a2', 'b1', 'b2');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'b2']);
  await end('a1', 'b2');
  expect(started).toEqual(['a1', 'b1', 'b2', 'a2']);
});

test('RELIABILITY an owner with too many waiting tasks is refused, and another owner is not', async () => {
  const { add, end, started, refused } = createTasks({ maxRunning: 1, maxQueued: 10, ownerQueued: 2 });
  await add('a1', 'a2', 'a3', 'a4', 'b1');
  expect(refused).toEqual(['a4']);
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('RELIABILITY in a full queue the newest task of the owner with the most waiting tasks is refused', async () => {
  const { add, end, started, refused } = createTasks({ maxRunning: 1, maxQueued: 4 });
  await add('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1');
  expect(refused).toEqual(['a5', 'a4']);
  await add('a6', 'c2', 'd1');
  await add('e1');
  expect(refused).toEqual(['a5', 'a4', 'a6', 'c2', 'a3', 'e1']);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
});

test('RELIABILITY a failed task frees its slot and rejects for its caller', async () => {
  const queue = new FairQueue({ maxRunning: 1, maxQueued: 1, refusal: () => new Error('refused') });
  const failed = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
