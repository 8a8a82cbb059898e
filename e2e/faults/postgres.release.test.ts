import { setTimeout as delay } from 'node:timers/promises';
import { orderServer } from '@console/platform/testing/postgres-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, createUser, type Servers, sendQuery, startServers, storedEmails } from './processes.ts';

let servers: Servers;
let gateway: string;
beforeAll(async () => {
  servers = await startServers();
  gateway = servers.gateways[0]?.origin ?? '';
});
afterAll(() => servers.close());

const ownUsers = '{ viewer { organisation { id users { totalCount } } } }';
const isGood = (answer: Answer | null) => answer !== null && answer.errors === undefined;
const callers = () => Object.values(servers.keys);

async function backWithin(ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (const key of callers())
    while (!isGood(await sendQuery(gateway, key, ownUsers))) {
      if (performance.now() > end) throw new Error(`the service is not back after ${ms} ms`);
      await delay(50);
    }
}

function expectSameProcesses(): void {
  for (const { child, errors } of [servers.platform, ...servers.gateways])
    expect([child.exitCode, child.signalCode, errors()]).toEqual([null, null, '']);
}

test('RELIABILITY-F16 while PostgreSQL restarts under load every answer is a success or an outage, and no acknowledged write is lost', async () => {
  const created: { email: string; answer: Answer | null }[] = [];
  let isLoading = true;
  const load = callers().flatMap((key, caller) => [
    (async () => {
      for (let n = 0; isLoading; n += 1) {
        const email = `load${caller}-${n}@load.example`;
        created.push({ email, answer: await createUser(gateway, key, email) });
      }
    })(),
    (async () => {
      while (isLoading) await sendQuery(gateway, key, ownUsers);
    })(),
  ]);
  await delay(1_000);
  orderServer('restart');
  await delay(500);
  await backWithin(10_000);
  isLoading = false;
  await Promise.all(load);
  const codes = created.flatMap(({ answer }) => answer?.errors?.map(({ extensions }) => extensions.code) ?? []);
  expect(new Set(codes).difference(new Set(['UPSTREAM_UNAVAILABLE']))).toEqual(new Set());
  const acknowledged = created.filter(({ answer }) => isGood(answer)).map(({ email }) => email);
  const stored = await storedEmails(servers);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  expectSameProcesses();
});

test('RELIABILITY-F16 METRIC-4 while PostgreSQL is stopped every request is an outage, the platform is not ready, the gateways are, and requests succeed when it is back', async () => {
  orderServer('stop');
  await delay(500);
  for (const key of callers())
    expect((await sendQuery(gateway, key, ownUsers))?.errors?.[0]?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
  const health = async (path: string) =>
    Promise.all(
      [servers.platform, ...servers.gateways].map(async ({ origin }) => (await fetch(`${origin}${path}`)).status),
    );
  await expect.poll(() => health('/health/ready')).toEqual([503, ...servers.gateways.map(() => 200)]);
  expect(new Set(await health('/health/live'))).toEqual(new Set([200]));
  orderServer('start');
  await backWithin(15_000);
  expect(new Set(await health('/health/ready'))).toEqual(new Set([200]));
  expect(isGood(await createUser(gateway, servers.keys.orgA, 'after@load.example'))).toBe(true);
  expectSameProcesses();
});

test('RELIABILITY-F16 while rows are locked more calls wait than there are connections, and all are answered in the end', async () => {
  const answers = await servers.db.transaction().execute(async (trx) => {
    await trx.selectFrom('ent_org').select('id').where('id', '=', servers.fixtures.orgs.A).forUpdate().execute();
    const waiting = Array.from({ length: 14 }, (_, n) =>
      createUser(gateway, servers.keys.orgA, `locked${n}@load.example`),
    );
    await delay(2_000);
    return waiting;
  });
  for (const answer of await Promise.all(answers)) expect(answer?.errors).toBeUndefined();
  expectSameProcesses();
});
