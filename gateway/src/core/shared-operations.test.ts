import { calls } from '@console/contract/calls/all';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../base/memory-store.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { WriteTracker } from '../product-api/write-tracker.ts';
import type { OperationKey } from './idempotent-operation.ts';
import { hasStoredResponse, SharedOperation } from './shared-operations.ts';

const day = 24 * 60 * 60_000;
const leaseMs = 5_000;
let now = 0;
let store: MemoryStore;
const key: OperationKey = { keyHash: 'key', inputHash: 'input' };
const call = calls.updateOrgUser;
const operation = (more: Partial<OperationKey> = {}, writes: WriteTracker | null = new WriteTracker()) =>
  new SharedOperation(store, { ...key, ...more }, writes);
const stateOf = async (more: Partial<OperationKey> = {}) => (await operation(more).begin()).state;
async function started(more: Partial<OperationKey> = {}, writes: WriteTracker | null = new WriteTracker()) {
  const one = operation(more, writes);
  const begun = await one.begin();
  if (begun.state !== 'started') throw new Error(`it is ${begun.state}`);
  const write = (send: () => unknown) => begun.journal?.write(call, new Map(), async () => (await send()) as never);
  return Object.assign(one, { write });
}
const result = (user: unknown) => ({ body: { user }, token: 'a new token' });

beforeEach(() => {
  now = 1;
  store = new MemoryStore(() => new Date(now));
});

describe('DESIGN-8 SHARED-2 an operation in a store', () => {
  test('is started once for each key, and runs until it has ended or is not renewed', async () => {
    const first = await started();
    expect(await operation().begin()).toEqual({ state: 'running', retryAfter: 1 });
    expect([await stateOf({ inputHash: 'other' }), await stateOf({ keyHash: 'other' })]).toEqual([
      'otherInput',
      'started',
    ]);
    now += leaseMs;
    await first.renew();
    now += leaseMs;
    expect(await stateOf()).toBe('running');
    now += 1;
    expect(await stateOf()).toBe('started');
  });

  test('that has an answer gives it for a day, and to the same input only', async () => {
    expect(await (await started()).finish({ id: 1 })).toEqual({ id: 1 });
    expect([await hasStoredResponse(store, 'key'), await hasStoredResponse(store, 'other')]).toEqual([true, false]);
    vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('lost'));
    expect(await hasStoredResponse(store, 'key')).toBe(false);
    expect(await operation().begin()).toEqual({ state: 'done', data: { id: 1 } });
    expect(await stateOf({ inputHash: 'other' })).toBe('otherInput');
    now += day;
    expect(await stateOf()).toBe('done');
    now += 1;
    expect(await stateOf({ inputHash: 'other' })).toBe('started');
  });

  test('that ended without an answer is resumed by the same input, and by any other when it is forgotten', async () => {
    await (await started()).end({ forget: false });
    expect(await stateOf({ inputHash: 'other' })).toBe('otherInput');
    await (await started()).end({ forget: true });
    expect(await stateOf({ inputHash: 'other' })).toBe('started');
  });

  test('resumes with the results of its writes, without the token of the first', async () => {
    const first = await started();
    expect(await first.write(() => result(1))).toEqual(result(1));
    await first.end({ forget: false });
    const send = vi.fn();
    const writes = new WriteTracker();
    expect(await (await started({}, writes)).write(send)).toEqual({ body: { user: 1 }, token: null });
    expect([send.mock.calls, writes.saved]).toEqual([[], 'PART']);
    expect(await (await started({ keyHash: 'other' })).write(() => result(2))).toEqual(result(2));
  });

  test.each([
    ['lost its answer', { code: 'UPSTREAM_TIMEOUT' as const }],
    ['failed', { code: 'UPSTREAM_BAD_RESPONSE' as const, status: 500, message: 'Down' }],
  ])('does not send a write again that %s: it fails as before', async (_how, { code, ...more }) => {
    const first = await started();
    const failed = new ApiFailure(call, code, more);
    await expect(first.write(() => Promise.reject(failed))).rejects.toBe(failed);
    await first.end({ forget: false });
    const send = vi.fn();
    const writes = new WriteTracker();
    const again = (await started({}, writes)).write(send);
    await expect(again).rejects.toMatchObject({ message: failed.message, extensions: failed.extensions });
    expect([send.mock.calls, writes.saved]).toEqual([[], 'UNKNOWN']);
  });

  test('sends a write again that was refused', async () => {
    const first = await started();
    const refused = new ApiFailure(call, 'INVALID', { status: 422 });
    await expect(first.write(() => Promise.reject(refused))).rejects.toBe(refused);
    await first.end({ forget: false });
    expect(await (await started()).write(() => result(2))).toEqual(result(2));
  });

  test('of a gateway that died with a write under way answers UNKNOWN, and other writes are sent once', async () => {
    const first = await started();
    void first.write(() => new Promise(() => undefined));
    now += leaseMs + 1;
    const writes = new WriteTracker();
    const second = await started({}, writes);
    const send = vi.fn(() => result(2));
    await expect(second.write(send)).rejects.toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
    expect([send.mock.calls, writes.saved]).toEqual([[], 'UNKNOWN']);
    expect(await second.write(send)).toEqual(result(2));
    // The first operation was only stopped, and continues.
    expect(await first.write(send)).toEqual({ body: { user: 2 }, token: null });
    expect(send).toHaveBeenCalledOnce();
    await second.end({ forget: false });
    expect(await first.finish({ by: 'first' })).toEqual({ by: 'first' });
    expect(await second.finish({ by: 'second' })).toEqual({ by: 'first' });
    expect(await operation().begin()).toEqual({ state: 'done', data: { by: 'first' } });
  });

  test('does not end the lease of the gateway that has taken over', async () => {
    const first = await started();
    now += leaseMs + 1;
    const second = await started();
    await first.renew();
    await first.end({ forget: false });
    expect(await stateOf()).toBe('running');
    await second.end({ forget: false });
    expect(await stateOf()).toBe('started');
  });

  test('that is forgotten forgets what it has sent', async () => {
    const first = await started();
    await first.write(() => result(1));
    await first.end({ forget: true });
    expect(await (await started()).write(() => result(2))).toEqual(result(2));
  });

  test('stores no result of more than a megabyte: nothing is known of such a write', async () => {
    const first = await started();
    await first.write(() => result('x'.repeat(1024 * 1024)));
    await first.end({ forget: false });
    await expect((await started()).write(() => result(2))).rejects.toMatchObject({
      extensions: { code: 'UPSTREAM_UNAVAILABLE' },
    });
  });

  test('makes every write again without a journal', async () => {
    expect(await operation({}, null).begin()).toEqual({ state: 'started', journal: null });
  });

  test('is removed beyond 64 MB, the least recently used first, and never while it runs', async () => {
    const large = 'x'.repeat(10_000_000);
    for (const keyHash of ['a', 'b', 'c']) await (await started({ keyHash })).finish(large);
    expect(await stateOf({ keyHash: 'a' })).toBe('done');
    await started({ keyHash: 'd' });
    await (await started({ keyHash: 'e' })).finish(large);
    expect(await Promise.all(['a', 'b', 'd', 'e'].map((keyHash) => stateOf({ keyHash })))).toEqual([
      ...['done', 'started'],
      ...['running', 'done'],
    ]);
  });
});
