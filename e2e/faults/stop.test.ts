import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, createUser, type Room, type Rooms, startRooms, storedEmails } from './rooms.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms({ gateways: 2, settings: { DRAIN_SECONDS: '1' } });
});
afterAll(() => rooms.close());

interface Created {
  email: string;
  answer: Answer | null;
}

/** Creates users through a balanced choice of gateways until it is stopped. */
function load(name: string, chosen: () => Room | undefined) {
  const created: Created[] = [];
  let isLoading = true;
  const callers = Object.values(rooms.keys).flatMap((key, caller) =>
    [0, 1].map(async (place) => {
      for (let n = 0; isLoading; n += 1) {
        const email = `${name}${caller}-${place}-${n}@load.example`;
        created.push({ email, answer: await createUser(chosen()?.origin ?? '', key, email) });
      }
    }),
  );
  const stop = async () => {
    isLoading = false;
    await Promise.all(callers);
    return created;
  };
  return { created, stop };
}

async function expectNothingLost(created: readonly Created[]): Promise<void> {
  const stored = await storedEmails(rooms);
  const acknowledged = created.filter(({ answer }) => answer !== null && answer.errors === undefined);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter(({ email }) => !stored.has(email))).toEqual([]);
}

test('RELIABILITY-F23 no request fails when gateways are stopped one after the other under load', async () => {
  const [first, second] = rooms.gateways as [Room, Room];
  // Like a load balancer that checks readiness.
  const ready = new Set<Room>([first, second]);
  let turn = 0;
  const { stop } = load('rolling', () => [...ready][turn++ % ready.size]);
  for (const room of [first, second, first]) {
    const index = rooms.gateways.indexOf(room);
    const ended = room.end('SIGTERM');
    while ((await fetch(`${room.origin}/health/ready`)).ok) await delay(10);
    ready.delete(room);
    expect(await ended).toEqual([0, null]);
    const again = await rooms.startGateway(Number(new URL(room.origin).port));
    rooms.gateways[index] = Object.assign(room, again);
    ready.add(room);
  }
  const created = await stop();
  expect(created.filter(({ answer }) => answer === null || answer.errors !== undefined)).toEqual([]);
  await expectNothingLost(created);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`RELIABILITY-F23 ${signal} of the platform under load is an outage until it is back, and no acknowledged write is lost`, async () => {
    const [gateway] = rooms.gateways;
    const { created, stop } = load(signal.toLowerCase(), () => gateway);
    await delay(500);
    expect(await rooms.platform.end(signal)).toEqual(signal === 'SIGTERM' ? [0, null] : [null, signal]);
    rooms.platform = await rooms.startPlatform();
    const before = created.length;
    while (!created.slice(before).some(({ answer }) => answer !== null && answer.errors === undefined)) await delay(50);
    await stop();
    const codes = created.flatMap(({ answer }) => answer?.errors?.map(({ extensions }) => extensions.code) ?? []);
    expect(new Set(codes).difference(new Set(['UPSTREAM_UNAVAILABLE']))).toEqual(new Set());
    expect(created.every(({ answer }) => answer !== null)).toBe(true);
    await expectNothingLost(created);
    expect([gateway?.child.exitCode, gateway?.errors()]).toEqual([null, '']);
  });
