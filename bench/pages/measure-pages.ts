import { setTimeout as pause } from 'node:timers/promises';
import { checkEqual, sendOperation } from '../equal-answers.ts';
import { load } from '../load.ts';
import { type Effort, measureAll, type Results, type Trial } from '../measure.ts';
import { setPlans } from '../peers/direct-plan.ts';
import type { Server } from '../processes.ts';
import { type ServerName, startGateway, startServers } from '../servers.ts';
import { setMode } from '../upstream/replay-mode.ts';
import { type DemoApi, type MeasuredQuery, measuredQueries, planOf, requestsFor, startDemoApi } from './setup.ts';

/** Milliseconds that a slow product API takes for each answer. */
const slowMs = 50;
const usualClients = 32;
const slowClients = 4;
const slowAnswers = 20;
/** After a flood the gateway gives its caller one call at a time for about as long (gateway/src/product-api/caller-rates.ts). */
const floodIsOverMs = 5_000;

/** The figures of the console's pages. */
export interface PageMeasurements {
  unchanged: Results;
  /** The data of every answer has changed since the one before. */
  changed: Results;
  /** The recorded sessions of all roles at once. */
  mixed: Results;
  /** Calls and waves of the query of the page that needs most. */
  calls: Record<string, { calls: number; waves: number }>;
  /** The same without the extensions of our platform. */
  specifiedCalls: PageMeasurements['calls'];
  /** The median time of the slowest query of the page, by server. */
  slowP50Ms: Record<string, Partial<Record<ServerName, number>>>;
}

interface Wanted {
  /** Names of pages, among others. */
  wanted: ReadonlySet<string>;
  beside: string | undefined;
}

const named: readonly ServerName[] = ['gateway', 'beside', 'vanilla', 'mercurius', 'direct'];

const byPage = (queries: readonly MeasuredQuery[]) => Map.groupBy(queries, ({ page }) => page);

const trialsFor = (queries: readonly MeasuredQuery[], names: readonly ServerName[]): Trial[] =>
  [...byPage(queries)].flatMap(([scenario, some]) =>
    names.map((server) => ({ scenario, server, requests: requestsFor(server, some, queries), clients: usualClients })),
  );

/** Calls and waves of each page for a gateway that has not cached the lists of options. */
async function countCalls(queries: readonly MeasuredQuery[], { replay, keys }: DemoApi) {
  const counted: PageMeasurements['calls'] = {};
  const add = (page: string, plan: MeasuredQuery['plan']) => {
    const { calls, waves } = counted[page] ?? { calls: 0, waves: 0 };
    counted[page] = { calls: Math.max(calls, plan.flat().length), waves: Math.max(waves, plan.length) };
  };
  for (const { page, plan } of queries) add(page, plan);
  for (const [page, [query]] of byPage(queries)) {
    if (!query?.body.query.includes('lookups')) continue;
    const gateway = await startGateway(replay);
    try {
      // Whether the product API has extensions is known, as it is for all but one request a minute.
      await sendOperation(gateway.port, keys.get(query.role) ?? '', {
        query: '{ viewer { user { responder { arc } } } }',
      });
      add(page, await planOf(gateway, replay, query));
    } finally {
      await gateway.stop();
    }
  }
  return counted;
}

async function countSpecifiedCalls(wanted: ReadonlySet<string>) {
  const api = await startDemoApi({ PLATFORM_EXTENSIONS: 'off' });
  const gateway = await startGateway(api.replay);
  try {
    return await countCalls(await measuredQueries(gateway, api, wanted), api);
  } finally {
    await gateway.stop();
    await api.stop();
  }
}

async function measureSlow(queries: readonly MeasuredQuery[], servers: ReadonlyMap<ServerName, Server>) {
  const slowest: PageMeasurements['slowP50Ms'] = {};
  await pause(floodIsOverMs);
  for (const [page, some] of byPage(queries)) {
    const byServer: Partial<Record<ServerName, number>> = {};
    slowest[page] = byServer;
    for (const [name, { port }] of servers) {
      const requests = requestsFor(name, some, queries);
      const asked = { port, requests, clients: slowClients };
      // Without the first ones, which also read the lists of options.
      await load({ ...asked, amount: slowAnswers });
      const { p50Ms } = await load({ ...asked, amount: slowAnswers });
      byServer[name] = p50Ms;
    }
  }
  return slowest;
}

/** Measures the wanted pages of the recorded sessions on all servers. */
export async function measurePages({ wanted, beside, ...effort }: Effort & Wanted): Promise<PageMeasurements> {
  const api = await startDemoApi();
  const { replay } = api;
  const names = named.filter((name) => name !== 'beside' || beside !== undefined);
  const servers = await startServers(names, replay, beside);
  try {
    const gateway = servers.get('gateway');
    const direct = servers.get('direct');
    if (!gateway || !direct) throw new Error('gateway and direct were not started');
    const queries = await measuredQueries(gateway, api, wanted);
    await setPlans(direct, Object.fromEntries(queries.map(({ plan }, place) => [place, plan])));
    const questions = queries.map(({ page, role, key, body }) => ({
      ...{ what: `${page} of the ${role}`, key, operation: body, servers: names },
    }));
    await checkEqual(questions, servers);
    console.log('  pages, unchanged data');
    const unchanged = await measureAll(trialsFor(queries, names), servers, effort);
    console.log('  all roles');
    const mixedTrials = names.map((server) => ({
      scenario: 'mixed',
      server,
      requests: requestsFor(server, queries, queries),
      clients: usualClients,
    }));
    const mixed = await measureAll(mixedTrials, servers, { ...effort, seconds: 4 * effort.seconds });
    console.log('  pages, changed data');
    await setMode(replay, { changes: true });
    const changed = await measureAll(trialsFor(queries, names), servers, effort);
    console.log(`  pages, ${slowMs} ms for each answer of the product API`);
    await setMode(replay, { delayMs: slowMs });
    const slowP50Ms = await measureSlow(queries, servers);
    console.log('  calls of pages');
    await setMode(replay, {});
    const calls = await countCalls(queries, api);
    return { unchanged, changed, mixed, slowP50Ms, calls, specifiedCalls: await countSpecifiedCalls(wanted) };
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await api.stop();
  }
}
