import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, createUser, type ServerProcess, type Servers, startServers, storedEmails } from './processes.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ gateways: 2, settings: { DRAIN_SECONDS: '1' } });
});
afterAll(() => servers.close());

interface Created {
  email: string;
  answer: Answer | null;
}

/** Creates users through a balanced choice of gateways until it is stopped. */
function load(name: string, chosen: () => ServerProcess | undefined) {
  const created: Created[] = [];
  let isLoading = true;
  const callers = Object.values(servers.keys).flatMap((key, caller) =>
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
  const stored = await storedEmails(servers);
  const acknowledged = created.filter(({ answer }) => answer !== null && answer.errors === undefined);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter(({ email }) => !stored.has(email))).toEqual([]);
}

test('RELIABILITY-F23 no request fails when gateways are stopped one after the other under load', async () => {
  const [first, second] = servers.gateways as [ServerProcess, ServerProcess];
  // The servers that a load balancer would consider ready.
  const ready = new Set<ServerProcess>([first, second]);
  let turn = 0;
  const { stop } = load('rolling', () => [...ready][turn++ % ready.size]);
  for (const server of [first, second, first]) {
    const index = servers.gateways.indexOf(server);
    const ended = server.end('SIGTERM');
    while ((await fetch(`${server.origin}/health/ready`)).ok) await delay(10);
    ready.delete(server);
    expect(await ended).toEqual([0, null]);
    const again = await servers.startGateway(Number(new URL(server.origin).port));
    servers.gateways[index] = Object.assign(server, again);
    ready.add(server);
  }
  const created = await stop();
  expect(created.filter(({ answer }) => answer === null || answer.errors !== undefined)).toEqual([]);
  await expectNothingLost(created);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`RELIABILITY-F23 ${signal} of the platform under load is an outage until it is back, and no acknowledged write is lost`, async () => {
    const [gateway] = servers.gateways;
    const { created, stop } = load(signal.toLowerCase(), () => gateway);
    await delay(500);
    expect(await servers.platform.end(signal)).toEqual(signal === 'SIGTERM' ? [0, null] : [null, signal]);
    servers.platform = await servers.startPlatform();
    const before = created.length;
    while (!created.slice(before).some(({ answer }) => answer !== null && answer.errors === undefined)) await delay(50);
    await stop();
    const codes = created.flatMap(({ answer }) => answer?.errors?.map(({ extensions }) => extensions.code) ?? []);
    // During a slow start more requests wait than one caller may send at once.
    expect(new Set(codes).difference(new Set(['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED']))).toEqual(new Set());
    expect(created.every(({ answer }) => answer !== null)).toBe(true);
    await expectNothingLost(created);
    expect([gateway?.child.exitCode, gateway?.errors()]).toEqual([null, '']);
  });
