import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, runSqlScript } from '../../platform/src/core/database/database.ts';
import { seedDemo } from '../../platform/src/demo/demo.ts';
import type { Question } from '../equal-answers.ts';
import { graphqlRequest, type LoadRequest } from '../load.ts';
import { benchFolder, type Server, startServer } from '../processes.ts';
import { apiKey } from '../scale/fill.ts';
import { startPlatform } from '../scale/processes.ts';
import { type PageQuery, pageQueries, readSessions } from './operations.ts';

/** A recorded query with the key of its caller. */
export interface MeasuredQuery extends PageQuery {
  key: string;
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

export async function startDemoApi(): Promise<DemoApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-demo-'));
  const keys = await fillDemo(dataDir);
  const platform = await startPlatform({ settings: { DATA_DIR: dataDir } });
  const env = { PLATFORM_URL: `http://127.0.0.1:${platform.port}` };
  const replay = await startServer('replay', join(benchFolder, 'upstream/replay.ts'), env);
  const stop = async () => {
    await Promise.all([replay.stop(), platform.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { replay, keys, stop };
}

/** The recorded queries of these pages. */
export const measuredQueries = ({ keys }: DemoApi, pages: ReadonlySet<string>): MeasuredQuery[] =>
  pageQueries()
    .filter(({ page }) => pages.has(page))
    .map((query) => ({ ...query, key: keys.get(query.role) ?? '' }));

/** The queries as questions to all servers. */
export const questionsOf = (queries: readonly MeasuredQuery[]): Question[] =>
  queries.map(({ page, role, key, body }) => ({ what: `${page}, ${role}`, key, operation: body }));

/** The requests of these queries, each as often as it was recorded. */
export const requestsFor = (queries: readonly MeasuredQuery[]): LoadRequest[] =>
  queries.flatMap(({ key, body, count }) => Array.from({ length: count }, () => graphqlRequest(key, body)));
