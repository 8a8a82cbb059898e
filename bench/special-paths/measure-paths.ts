import { join } from 'node:path';
import { formatNumber } from '../baseline.ts';
import { checkEqual } from '../equal-answers.ts';
import { row } from '../markdown.ts';
import { type Effort, measureAll, median, type Results, ratioOf } from '../measure.ts';
import { pageTrials } from '../pages/measure-pages.ts';
import { measuredQueries, questionsOf, startDemoApi } from '../pages/setup.ts';
import { benchFolder, type Server } from '../processes.ts';
import { startGateway } from '../servers.ts';
import { type PathName, type SpecialPath, specialPaths } from './paths.ts';

/** The gateway with all its special paths, and without each of them. */
type Variant = 'gateway' | PathName;

export type PathMeasurements = Results<Variant>;

/** Measures the console's pages on a gateway without each special path, in the same rounds as on one with all of them. */
export async function measurePaths({
  pages,
  ...effort
}: Effort & { pages: ReadonlySet<string> }): Promise<PathMeasurements> {
  const api = await startDemoApi();
  const servers = new Map<Variant, Server>();
  try {
    servers.set('gateway', await startGateway(api.replay));
    const hook = ['--import', join(benchFolder, 'special-paths/without.ts')];
    for (const { name, env } of specialPaths as readonly SpecialPath[])
      servers.set(
        name as PathName,
        await startGateway(api.replay, { env: { ...env, BENCH_WITHOUT: name }, flags: hook }),
      );
    const queries = measuredQueries(api, pages);
    console.log('  pages without each special path: the same answers by the same calls');
    await checkEqual(questionsOf(queries), servers, api.replay);
    console.log('  pages without each special path');
    return await measureAll(pageTrials(queries, [...servers.keys()]), servers, effort);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await api.stop();
  }
}

/** CPU and median time without a path, against the gateway with all of them: the median page, and the page that it brings most; and the memory after the last page. */
export function pathTable(found: PathMeasurements): string[] {
  const ratios = (path: PathName, key: 'cpuMs' | 'p50Ms') =>
    Object.entries(found)
      .map(([page, byVariant]) => ({ page, ratio: ratioOf(key, byVariant[path], byVariant.gateway) ?? Number.NaN }))
      .sort((one, other) => other.ratio - one.ratio);
  return [
    row(['without', 'median page: CPU', 'time', 'page with the most: CPU', 'time', 'resident memory', 'decision']),
    row(['---', '---:', '---:', '---:', '---:', '---:', '---']),
    ...specialPaths.map(({ name, decision }) => {
      const both = [ratios(name, 'cpuMs'), ratios(name, 'p50Ms')];
      const middle = both.map((all) => formatNumber(median(all.map(({ ratio }) => ratio))));
      const most = both.map(([first]) => `${formatNumber(first?.ratio ?? Number.NaN)} ${first?.page}`);
      const link = `[${Number(decision.slice(0, 4))}](decisions/${decision})`;
      const last = Object.values(found).at(-1) ?? {};
      const memory = formatNumber(ratioOf('rssMb', last[name], last.gateway) ?? Number.NaN);
      return row([name, ...middle, ...most, memory, link]);
    }),
  ];
}
