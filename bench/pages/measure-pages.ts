import { checkEqual } from '../equal-answers.ts';
import { type Effort, measureAll, type Results, type Trial } from '../measure.ts';
import { type ServerName, serverNames, startServers } from '../servers.ts';
import { setMode } from '../upstream/answer-mode.ts';
import { type MeasuredQuery, measuredQueries, questionsOf, requestsFor, startDemoApi } from './setup.ts';

const clients = 32;
/** The peer that the goals name. */
const ofPages: readonly ServerName[] = ['gateway', 'beside', 'mercurius'];

/** The figures of the console's pages. */
export interface PageMeasurements {
  unchanged: Results;
  /** The data of every answer has changed since the one before. */
  changed: Results;
  /** The recorded sessions of all roles at once, on every server. */
  mixed: Results;
}

interface Wanted {
  pages: ReadonlySet<string>;
  beside: string | undefined;
}

const byPage = (queries: readonly MeasuredQuery[]) => Map.groupBy(queries, ({ page }) => page);

/** The trials of each page by itself. */
export const pageTrials = <Name extends string>(
  queries: readonly MeasuredQuery[],
  names: readonly Name[],
): Trial<Name>[] =>
  [...byPage(queries)].flatMap(([scenario, some]) =>
    names.map((server) => ({ scenario, server, requests: requestsFor(some), clients })),
  );

/** Measures the wanted pages of the recorded sessions. */
export async function measurePages({ pages, beside, ...effort }: Effort & Wanted): Promise<PageMeasurements> {
  const api = await startDemoApi();
  const { replay } = api;
  const servers = await startServers(serverNames, replay, beside);
  try {
    const queries = measuredQueries(api, pages);
    console.log('  pages: the same answers by the same calls');
    await checkEqual(questionsOf(queries), servers, replay);
    const trials = pageTrials(
      queries,
      ofPages.filter((name) => servers.has(name)),
    );
    console.log('  pages, unchanged data');
    const unchanged = await measureAll(trials, servers, effort);
    console.log('  all roles');
    const mixedTrials = [...servers.keys()].map((server) => ({
      scenario: 'mixed',
      server,
      requests: requestsFor(queries),
      clients,
    }));
    const mixed = await measureAll(mixedTrials, servers, { ...effort, seconds: 4 * effort.seconds });
    console.log('  pages, changed data');
    await setMode(replay, { changes: true });
    const changed = await measureAll(trials, servers, effort);
    return { unchanged, changed, mixed };
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await api.stop();
  }
}
