import { expect, test } from 'vitest';
import { LocalOperation, LocalOperations } from './core/local-operations.ts';
import { SessionRegistry } from './core/session-registry.ts';
import { callerIdOf } from './product-api/call-guard.ts';

const now = () => new Date('2026-01-01T00:00:00Z');

const operationOf = (operations: LocalOperations, index: number) =>
  new LocalOperation(operations, { keyHash: `key ${index}`, inputHash: 'input' }, null);

test('CASES-56 a key of 16 kB is stored as its hash with breakers, rates and retries', () => {
  const ids = ['a', 'b'].map((letter) => callerIdOf({ key: letter.repeat(16 * 1024), clientAddress: '192.0.2.1' }));
  expect(ids.map((id) => id.length)).toEqual([48, 48]);
  expect(ids[0]).not.toBe(ids[1]);
  expect(callerIdOf({ key: 'short', clientAddress: '192.0.2.1' })).toBe('short');
});

test('CASES-56 stored answers of idempotent operations are bounded in bytes, and a running one is not removed', async () => {
  const operations = new LocalOperations(now);
  const running = operationOf(operations, -1);
  await running.begin();
  const answer = { text: 'x'.repeat(100_000) };
  for (let index = 0; index < 1_000; index += 1) {
    const operation = operationOf(operations, index);
    expect((await operation.begin()).state).toBe('started');
    await operation.finish(answer);
  }
  const stored = Array.from({ length: 1_000 }, (_, index) => operations.get(`key ${index}`)).filter(
    (one) => one?.answer,
  );
  expect(stored.length * 2 * answer.text.length).toBeLessThan(64 * 1024 * 1024);
  expect(stored.length).toBeGreaterThan(300);
  expect((await operationOf(operations, 999).begin()).state).toBe('done');
  expect((await operationOf(operations, -1).begin()).state).toBe('running');
});

test('CASES-56 renewed tokens are bounded in bytes, however long the product API makes them', () => {
  const registry = new SessionRegistry(now);
  for (let index = 0; index < 5_000; index += 1) registry.storeRenewedToken(`sid ${index}`, 't'.repeat(16_000), 1);
  expect(registry.recentToken('sid 0')).toBeNull();
  expect(registry.recentToken('sid 4999')).not.toBeNull();
});
