import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capabilitiesCall } from '../../contract/src/calls/extensions.ts';
import { openDatabase, runSqlScript } from '../../platform/src/core/database/database.ts';
import { seedDemo } from '../../platform/src/demo/demo.ts';
import { sendOperation } from '../equal-answers.ts';
import { graphqlRequest, type LoadRequest } from '../load.ts';
import type { DirectPlan } from '../peers/direct-plan.ts';
import { benchFolder, type Server, startServer } from '../processes.ts';
import { apiKey } from '../scale/fill.ts';
import { startPlatform } from '../scale/processes.ts';
import { setMode } from '../upstream/replay-mode.ts';
import { type PageQuery, pageQueries, readSessions } from './operations.ts';

/** A recorded query, the key of its caller, and what it costs the product API. */
export interface MeasuredQuery extends PageQuery {
  key: string;
  plan: DirectPlan;
}

/** The product API of the pages: one that repeats the answers of our platform with its demo data. */
export interface DemoApi {
  replay: Server;
  /** The key of each role. */
  keys: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Fills a database with the demo data and an API key for the user of each role, by role. */
async function fillDemo(dataDir: string): Promise<Map<string, string>> {
  const db = await openDatabase({ dataDir });
  try {
    await seedDemo(db, { clock: () => new Date() });
    const keys = new Map<string, string>();
    for (const [role, { email }] of Object.entries(readSessions())) {
      const key = `bench-key-of-${role.toLowerCase()}`;
      await runSqlScript(db, apiKey(email, key));
      keys.set(role, key);
    }
    return keys;
  } finally {
    await db.destroy();
  }
}

/** `settings`: more environment of the platform. */
export async function startDemoApi(settings: Record<string, string> = {}): Promise<DemoApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-demo-'));
  const keys = await fillDemo(dataDir);
  const platform = await startPlatform({ settings: { ...settings, DATA_DIR: dataDir } });
  const env = { PLATFORM_URL: `http://127.0.0.1:${platform.port}` };
  const replay = await startServer('replay', join(benchFolder, 'upstream/replay.ts'), env);
  const stop = async () => {
    await Promise.all([replay.stop(), platform.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { replay, keys, stop };
}

/** The calls of a query by wave. */
export async function planOf(
  gateway: Server,
  replay: Server,
  { key, body }: Pick<MeasuredQuery, 'key' | 'body'>,
): Promise<DirectPlan> {
  await setMode(replay, { recordsCalls: true });
  await sendOperation(gateway.port, key, body);
  const waves = await setMode(replay, {});
  // Made at most once a minute.
  return waves
    .map((wave) => wave.filter(({ path }) => path !== capabilitiesCall.path))
    .filter((wave) => wave.length > 0);
}

/** The recorded queries of the wanted pages with the calls that the gateway makes for them when it has answered them before. */
export async function measuredQueries(
  gateway: Server,
  { replay, keys }: DemoApi,
  wanted: ReadonlySet<string>,
): Promise<MeasuredQuery[]> {
  const chosen = pageQueries().filter(({ page }) => wanted.has(page));
  const queries = chosen.map((query) => ({ ...query, key: keys.get(query.role) ?? '' }));
  for (const { key, body } of queries) await sendOperation(gateway.port, key, body);
  const measured: MeasuredQuery[] = [];
  for (const query of queries) measured.push({ ...query, plan: await planOf(gateway, replay, query) });
  return measured;
}

/** The requests of these queries to a server, each as often as it was recorded. The proxy's plans are by the place of the query. */
export const requestsFor = (server: string, queries: readonly MeasuredQuery[], all: readonly MeasuredQuery[]) =>
  queries.flatMap((query): LoadRequest[] => {
    const direct: LoadRequest = { method: 'GET', path: `/plans/${all.indexOf(query)}`, headers: {} };
    const request = server === 'direct' ? direct : graphqlRequest(query.key, query.body);
    return Array.from({ length: query.count }, () => request);
  });
