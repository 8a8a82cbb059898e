import { expect, test } from 'vitest';
import { MemoryStore } from './base/memory-store.ts';
import { SessionRegistry } from './core/session-registry.ts';
import { hasStoredResponse, SharedOperation } from './core/shared-operations.ts';
import { callerIdOf } from './product-api/call-guard.ts';

const now = () => new Date('2026-01-01T00:00:00Z');

test('CASES-56 a key of 16 kB is stored as its hash with breakers, rates and retries', () => {
  const ids = ['a', 'b'].map((letter) => callerIdOf({ key: letter.repeat(16 * 1024), clientAddress: '192.0.2.1' }));
  expect(ids.map((id) => id.length)).toEqual([48, 48]);
  expect(ids[0]).not.toBe(ids[1]);
  expect(callerIdOf({ key: 'short', clientAddress: '192.0.2.1' })).toBe('short');
});

test('CASES-56 stored answers of idempotent operations are bounded in bytes, and a running one is not removed', async () => {
  const store = new MemoryStore(now);
  const operationOf = (index: number) =>
    new SharedOperation(store, { keyHash: `key ${index}`, inputHash: 'input' }, null);
  await operationOf(-1).begin();
  const answer = { text: 'x'.repeat(100_000) };
  for (let index = 0; index < 1_000; index += 1) {
    const operation = operationOf(index);
    expect((await operation.begin()).state).toBe('started');
    await operation.finish(answer);
  }
  const stored = [];
  for (let index = 0; index < 1_000; index += 1) if (await hasStoredResponse(store, `key ${index}`)) stored.push(index);
  expect(stored.length * 2 * answer.text.length).toBeLessThan(64 * 1024 * 1024);
  expect(stored.length).toBeGreaterThan(300);
  expect((await operationOf(999).begin()).state).toBe('done');
  expect((await operationOf(-1).begin()).state).toBe('running');
});

test('CASES-56 renewed tokens are bounded in bytes, however long the product API makes them', () => {
  const registry = new SessionRegistry(now);
  for (let index = 0; index < 5_000; index += 1) registry.storeRenewedToken(`sid ${index}`, 't'.repeat(16_000), 1);
  expect(registry.recentToken('sid 0')).toBeNull();
  expect(registry.recentToken('sid 4999')).not.toBeNull();
});
