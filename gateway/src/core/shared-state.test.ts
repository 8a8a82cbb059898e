import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore } from '../base/memory-store.ts';
import type { SharedState } from '../base/shared-store.ts';
import { createMemoryState } from '../testing/memory-state.ts';
import { type RedisServer, redisProgram, startRedis } from '../testing/redis-server.ts';
import { ContentCipher } from './content-cipher.ts';
import { ExportRegister } from './export-register.ts';
import { connectRedis } from './redis-state.ts';

const cipher = new ContentCipher(['a secret of the tests '.repeat(2)]);
const logged: unknown[] = [];
const log = {
  warn: (...line: unknown[]) => void logged.push(line),
  error: (...line: unknown[]) => void logged.push(line),
} as unknown as FastifyBaseLogger;
let redis: RedisServer | undefined;
const server = () => {
  if (!redis) throw new Error('no server runs');
  return redis;
};
beforeAll(async () => {
  if (redisProgram) redis = await startRedis();
});
afterAll(() => redis?.close());
const connect = () => connectRedis(server().url, { cipher, log, answerMs: 10_000 });

interface Kind {
  name: string;
  isHere: boolean;
  open: () => Promise<SharedState>;
}
const kinds: Kind[] = [
  { name: 'memory', isHere: true, open: async () => createMemoryState(() => new Date()) },
  { name: 'Redis or Valkey', isHere: redisProgram !== null, open: connect },
];

describe.each(kinds)('SHARED-1 a state in $name', ({ isHere, open }) => {
  let state: SharedState;
  beforeAll(async () => {
    if (isHere) state = await open();
  });
  afterAll(() => state?.close());
  let count = 0;
  /** A new name for each test. */
  const newName = () => `name ${count++} ${Math.random()}`;

  test.skipIf(!isHere)('has a text until its end, the newest', async () => {
    const name = newName();
    expect(await state.store.read(name)).toBeNull();
    await state.store.write(name, 'ä "text"', 10_000);
    await state.store.write(name, '', 60);
    expect(await state.store.read(name)).toBe('');
    await pause(80);
    expect(await state.store.read(name)).toBeNull();
  });

  test.skipIf(!isHere)('gives a name to the first of many who claim it, and the others what it has', async () => {
    const name = newName();
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => state.store.claim(name, `run ${n}`, 10_000)));
    expect(claims.filter((found) => found === null)).toHaveLength(1);
    const winner = `run ${claims.indexOf(null)}`;
    expect(new Set(claims)).toEqual(new Set([null, winner]));
    expect(await state.store.read(name)).toBe(winner);
    await state.store.write(name, 'result', 10_000);
    expect(await state.store.claim(name, 'late', 10_000)).toBe('result');
  });

  test.skipIf(!isHere)('ends a mark at its end or for its owner alone, who may lengthen it', async () => {
    const name = newName();
    await state.store.claim(name, 'mine', 150);
    await state.store.renew(name, 'yours', 10_000);
    await state.store.remove(name, 'yours');
    expect(await state.store.read(name)).toBe('mine');
    await pause(170);
    expect(await state.store.claim(name, 'mine', 100)).toBeNull();
    await state.store.renew(name, 'mine', 10_000);
    await pause(120);
    expect(await state.store.claim(name, 'yours', 100)).toBe('mine');
    await state.store.remove(name, 'mine');
    await state.store.renew(name, 'mine', 10_000);
    expect(await state.store.read(name)).toBeNull();
    await state.store.write(name, 'text', 10_000);
    await state.store.remove(name);
    expect(await state.store.read(name)).toBeNull();
  });

  test.skipIf(!isHere)('SHARED-9 adds what gateways let a budget spend, as far as it is not regained', async () => {
    const [budget, other] = [newName(), newName()];
    const spend = async (name: string, spentMs: number, leftMs: number) =>
      Math.round((await state.spendBudget(name, spentMs, leftMs)) / 60_000);
    expect(await spend(budget, 600_000, 600_000)).toBe(10);
    expect(await spend(budget, 300_000, 300_000)).toBe(15);
    expect(await spend(other, 600_000, 60_000)).toBe(1);
    expect(await spend(other, 0, 0)).toBe(1);
  });

  test.skipIf(!isHere)('counts a key in a window that begins with its first attempt', async () => {
    const [one, other] = [state.counter('tests', 2), state.counter('others', 2)];
    const key = newName();
    expect(await one.get(key)).toEqual({ count: 0, endsInMs: 0 });
    await one.subtract(key);
    const counts = await Promise.all(Array.from({ length: 5 }, () => one.add(key)));
    expect(counts.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5]);
    for (const { endsInMs } of counts) expect(endsInMs).toBeGreaterThan(1_000);
    expect((await other.add(key)).count).toBe(1);
    await one.subtract(key);
    expect((await one.get(key)).count).toBe(4);
    await one.reset(key);
    expect((await one.add(key)).count).toBe(1);
    await pause(2_100);
    expect((await one.get(key)).count).toBe(0);
  });
});

test('SHARED-4 the address of an export that was used at one gateway is used up at the other', async () => {
  const clock = () => new Date();
  const store = new MemoryStore(clock);
  const [one, other] = [new ExportRegister(clock, store), new ExportRegister(clock, store)];
  expect([await one.use('a'), await other.use('a'), await one.use('a'), await other.use('b')]).toEqual([
    ...[true, false],
    ...[false, true],
  ]);
});
