import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { FairQueue, type FairQueueSize } from './fair-queue.ts';

/** A queue with tasks that the test ends; a task is named after its owner. */
function createTasks(size: FairQueueSize) {
  const queue = new FairQueue(size);
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const refused: [name: string, status: number, retryAfter: unknown][] = [];
  const add = (...names: string[]) => {
    for (const name of names)
      queue
        .run(name.charAt(0), () => {
          started.push(name);
          return new Promise<void>((end) => ends.set(name, end));
        })
        .catch((error) => {
          if (!(error instanceof Failure)) throw error;
          refused.push([name, error.status, error.headers['retry-after']]);
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
  const { add, end, started } = createTasks({ concurrency: 1, maxWaiting: 10 });
  await add('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('RELIABILITY an owner runs at most the allowed number of tasks, and others use the rest', async () => {
  const { add, end, started } = createTasks({ concurrency: 2, ownerConcurrency: 1, maxWaiting: 10 });
  await add('a1', 'a2', 'b1', 'b2');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'b2']);
  await end('a1', 'b2');
  expect(started).toEqual(['a1', 'b1', 'b2', 'a2']);
});

test('RELIABILITY an owner with too many waiting tasks is refused with 429, and another owner is not', async () => {
  const { add, end, started, refused } = createTasks({ concurrency: 1, maxWaiting: 10, ownerMaxWaiting: 2 });
  await add('a1', 'a2', 'a3', 'a4', 'b1');
  expect(refused).toEqual([['a4', 429, '1']]);
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('RELIABILITY in a full queue the newest task of the owner with the most waiting tasks is refused', async () => {
  const { add, end, started, refused } = createTasks({ concurrency: 1, maxWaiting: 4 });
  await add('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1');
  expect(refused.map(([name, status]) => [name, status])).toEqual([
    ['a5', 429],
    ['a4', 429],
  ]);
  await add('a6', 'c2', 'd1', 'e1');
  expect(refused.map(([name]) => name)).toEqual(['a5', 'a4', 'a6', 'c2', 'a3', 'e1']);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1']);
});

test('RELIABILITY a failed task frees its slot and rejects for its caller', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaiting: 1 });
  const failed = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
