import { calls } from '@console/contract/calls/all';
import { idempotencyCalls } from '@console/contract/calls/idempotency';
import { describe, expect, test, vi } from 'vitest';
import type { Context } from './context.ts';
import type { BeginResult } from './idempotent-operation.ts';
import { PlatformOperation } from './platform-operations.ts';

const key = { keyHash: 'key', inputHash: 'input' };
/** Text in the cipher's format: with purpose and content. */
const encrypted = (keyHash: string, stored: unknown, purpose = 'operation') =>
  JSON.stringify([purpose, { keyHash, stored }]);

function operationOf(answer: object = {}) {
  const callAside = vi.fn(async () => answer);
  const contentCipher = {
    encrypt: async (purpose: string, content: unknown) => JSON.stringify([purpose, content]),
    decrypt: async (purpose: string, text: string) => {
      const [found, content] = text === 'retired' ? [] : JSON.parse(text);
      return found === purpose ? content : null;
    },
  };
  const context = { api: { callAside }, services: { contentCipher } } as unknown as Context;
  return { callAside, operation: new PlatformOperation(context, key) };
}
const { beginOperation, storeOperation, endOperation } = idempotencyCalls;
const begin = (answer: object): Promise<BeginResult> => operationOf(answer).operation.begin();
const journalOf = (begun: BeginResult) => {
  if (begun.state !== 'started' || !begun.journal) throw new Error(begun.state);
  return begun.journal;
};

describe('DESIGN-8 an operation that our platform stores', () => {
  test('is begun with its key and its input', async () => {
    const { callAside, operation } = operationOf({ state: 'started' });
    await operation.begin();
    expect(callAside.mock.calls).toEqual([[beginOperation, { body: { key_hash: 'key', input_hash: 'input' } }]]);
  });

  test('runs, or had other input', async () => {
    expect(await begin({ state: 'running', retry_after: 3 })).toEqual({ state: 'running', retryAfter: 3 });
    expect(await begin({ state: 'running', retry_after: null })).toEqual({ state: 'running', retryAfter: 1 });
    expect(await begin({ state: 'other_input' })).toEqual({ state: 'otherInput' });
  });

  test('is done with its answer, and made again where that cannot be decrypted', async () => {
    const answered = { state: 'done', answer: encrypted('key', { id: 1 }) };
    expect(await begin(answered)).toEqual({ state: 'done', data: { id: 1 } });
    for (const answer of ['retired', encrypted('other', { id: 1 }), encrypted('key', 1, 'other'), null])
      expect((await begin({ state: 'done', answer })).state).toBe('started');
    expect((await begin({ ...answered, state: 'started' })).state).toBe('started');
  });

  test('resumes with the reads of its journal', async () => {
    const reads = [{ 'getUserDetailById 1': { user: { id: 1 } } }];
    const journal = journalOf(await begin({ state: 'started', journal: encrypted('key', reads) }));
    expect(journal.storedRead('getUserDetailById 1')).toEqual({ user: { id: 1 } });
    const without = journalOf(await begin({ state: 'started', journal: encrypted('key', 'none') }));
    expect(without.storedRead('0')).toBeUndefined();
  });

  test('stores the reads before each write, encrypted, and names the write and its input', async () => {
    const { callAside, operation } = operationOf({ state: 'started' });
    const journal = journalOf(await operation.begin());
    const send = vi.fn(async () => ({ body: {} }) as never);
    await journal.write(calls.updateOrgUser, new Map([['read', Promise.resolve({ body: 1 } as never)]]), send);
    expect(send.mock.calls).toEqual([[{ idempotencyKey: 'key.updateOrgUser.1', idempotencyInput: 'input' }]]);
    const body = { key_hash: 'key', journal: encrypted('key', [{ read: 1 }]) };
    expect(callAside.mock.lastCall).toEqual([storeOperation, { body }]);
  });

  test('is renewed and ended by its key', async () => {
    const { callAside, operation } = operationOf();
    await operation.renew();
    await operation.end({ forget: true });
    expect(callAside.mock.calls).toEqual([
      [storeOperation, { body: { key_hash: 'key' } }],
      [endOperation, { body: { key_hash: 'key', forget: true } }],
    ]);
  });

  test('has the answer that was stored first, and its own where that cannot be read', async () => {
    const { callAside, operation } = operationOf({ answer: encrypted('key', 'first') });
    expect(await operation.finish('second')).toBe('first');
    const body = { key_hash: 'key', answer: encrypted('key', 'second') };
    expect(callAside.mock.calls).toEqual([[storeOperation, { body }]]);
    expect(await operationOf({ answer: 'retired' }).operation.finish('second')).toBe('second');
  });
});
