import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test } from 'vitest';
import { WriteTracker } from '../product-api/write-tracker.ts';
import type { OperationKey } from './idempotent-operation.ts';
import { LocalOperation, LocalOperations } from './local-operations.ts';

const day = 24 * 60 * 60_000;
let now = 0;
let operations = new LocalOperations(() => new Date(now));
const key: OperationKey = { keyHash: 'key', inputHash: 'input' };
const operation = (more: Partial<OperationKey> = {}, writes: WriteTracker | null = new WriteTracker()) =>
  new LocalOperation(operations, { ...key, ...more }, writes);
const stateOf = async (more: Partial<OperationKey> = {}) => (await operation(more).begin()).state;

beforeEach(() => {
  now = 1;
  operations = new LocalOperations(() => new Date(now));
});

describe('DESIGN-8 an operation in this process', () => {
  test('is started once for each key, and runs until it has ended', async () => {
    expect([await stateOf(), await operation().begin()]).toEqual(['started', { state: 'running', retryAfter: 1 }]);
    expect([await stateOf({ inputHash: 'other' }), await stateOf({ keyHash: 'other' })]).toEqual([
      'otherInput',
      'started',
    ]);
    await operation().renew();
    expect([operations.isRunning('key'), operations.isRunning('unknown')]).toEqual([true, false]);
  });

  test('that has an answer gives it for a day, and to the same input only', async () => {
    await operation().begin();
    expect(await operation().finish({ id: 1 })).toEqual({ id: 1 });
    expect(await operation().begin()).toEqual({ state: 'done', data: { id: 1 } });
    await operation().end({ forget: false });
    expect(await operation().begin()).toEqual({ state: 'done', data: { id: 1 } });
    expect(await stateOf({ inputHash: 'other' })).toBe('otherInput');
    now += day;
    expect(await stateOf()).toBe('done');
    now += 1;
    expect(await stateOf({ inputHash: 'other' })).toBe('started');
  });

  test('that ended without an answer is resumed by the same input, and by any other when it is forgotten', async () => {
    await operation().begin();
    await operation().end({ forget: false });
    expect([await stateOf({ inputHash: 'other' }), await stateOf()]).toEqual(['otherInput', 'started']);
    await operation().end({ forget: true });
    expect(await stateOf({ inputHash: 'other' })).toBe('started');
  });

  test('that was never started ends without a trace', async () => {
    await operation().end({ forget: false });
    await operation().finish({ id: 1 });
    expect(await stateOf()).toBe('started');
  });

  test('resumes with the results of its writes, and without them once it has an answer', async () => {
    const write = async () => {
      const begun = await operation().begin();
      const journal = begun.state === 'started' ? begun.journal : null;
      return journal?.write(
        calls.updateOrgUser,
        new Map(),
        async () => ({ body: { user: sent++ }, token: null }) as never,
      );
    };
    let sent = 1;
    expect(await write()).toMatchObject({ body: { user: 1 } });
    await operation().end({ forget: false });
    expect(await write()).toMatchObject({ body: { user: 1 } });
    await operation().finish({});
    expect(operations.get('key')?.results.size).toBe(0);
  });

  test('is removed beyond 64 MB of results of its writes as well', async () => {
    const write = async (keyHash: string) => {
      const begun = await operation({ keyHash }).begin();
      const journal = begun.state === 'started' ? begun.journal : null;
      const body = { user: 'x'.repeat(20_000_000) };
      await journal?.write(calls.updateOrgUser, new Map(), async () => ({ body, token: null }) as never);
      await operation({ keyHash }).end({ forget: false });
    };
    await write('a');
    await write('b');
    expect([operations.get('a'), operations.get('b')]).toEqual([undefined, expect.anything()]);
  });

  test('makes every write again without a journal', async () => {
    expect(await operation({}, null).begin()).toEqual({ state: 'started', journal: null });
  });

  test('is removed beyond 64 MB, the least recently used first, and never while it runs', async () => {
    const large = 'x'.repeat(10_000_000);
    for (const keyHash of ['a', 'b', 'c']) {
      await operation({ keyHash }).begin();
      await operation({ keyHash }).finish(large);
    }
    expect(await stateOf({ keyHash: 'a' })).toBe('done');
    await operation({ keyHash: 'd' }).begin();
    await operation({ keyHash: 'e' }).begin();
    await operation({ keyHash: 'e' }).finish(large);
    expect(await Promise.all(['a', 'b', 'd', 'e'].map((keyHash) => stateOf({ keyHash })))).toEqual([
      ...['done', 'started'],
      ...['running', 'done'],
    ]);
  });
});
