import { formatNumber } from './baseline.ts';
import { consoleTables } from './console/tables.ts';
import type { Goal, Measurements } from './goals.ts';
import { row, writeBlock } from './markdown.ts';
import { type Figures, median, type Results, ratioOf } from './measure.ts';
import type { PageMeasurements } from './pages/measure-pages.ts';
import { scenarios } from './scenarios.ts';
import { type ServerName, serverNames } from './servers.ts';

/** The median of each figure over the rounds. */
const medianFigures = (rounds: readonly Figures[]): Figures => ({
  cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  rssMb: median(rounds.map(({ rssMb }) => rssMb)),
});

const titles = new Map<string, string>([
  ...scenarios.map(({ name, what }) => [name, what] as const),
  ['viewer-session', 'small query in a browser session'],
  ['persisted', 'small query, persisted'],
  ['mixed', 'sessions of all roles'],
]);

/** The figures of each server by scenario. */
function figureTable(results: Results): string[] {
  const lines = [
    row(['asked for', 'server', 'CPU ms', 'answers/s', 'p50 ms', 'p99 ms', 'RSS MB']),
    row(['---', '---', '---:', '---:', '---:', '---:', '---:']),
  ];
  for (const [scenario, byServer] of Object.entries(results))
    for (const server of serverNames) {
      const rounds = byServer[server];
      if (!rounds) continue;
      const { cpuMs, perSecond, p50Ms, p99Ms, rssMb } = medianFigures(rounds);
      const name = titles.get(scenario) ?? scenario;
      lines.push(row([name, server, ...[cpuMs, perSecond, p50Ms, p99Ms, rssMb].map(formatNumber)]));
    }
  return lines;
}

const peers = ['vanilla', 'mercurius', 'direct'] as const satisfies ServerName[];

/** A line for each page: the CPU of the gateway in ms and against the peers, then what it costs the product API. */
function pageTable({ unchanged, changed, calls, specifiedCalls, slowP50Ms }: PageMeasurements): string[] {
  const cpuCells = (byServer: Results[string] = {}) => [
    formatNumber(medianFigures(byServer.gateway ?? []).cpuMs),
    ...peers.map((peer) => formatNumber(ratioOf('cpuMs', byServer.gateway, byServer[peer]) ?? Number.NaN)),
  ];
  const heads = ['CPU ms', ...peers.map((peer) => `/ ${peer}`)];
  const names = Object.keys(unchanged);
  return [
    row([
      'page',
      ...heads,
      ...heads.map((head) => `changed: ${head}`),
      'calls',
      'waves',
      'without extensions: calls',
      'waves',
      '50 ms: p50',
    ]),
    row(['---', ...Array.from({ length: 2 * heads.length + 5 }, () => '---:')]),
    ...names.map((page) => {
      const counts = [calls[page], specifiedCalls[page]].flatMap((found) => [found?.calls, found?.waves]);
      const last = [...counts, slowP50Ms[page]?.gateway].map((value = Number.NaN) => formatNumber(value));
      return row([page, ...cpuCells(unchanged[page]), ...cpuCells(changed[page]), ...last]);
    }),
  ];
}

const goalTable = (goals: readonly Goal[]): string[] => [
  row(['figure', 'value', 'goal', 'met']),
  row(['---', '---:', '---:', '---']),
  ...goals.map(({ name, value, goal, isMet }) =>
    row([
      name,
      value === null ? 'not measured' : formatNumber(value),
      goal,
      value === null ? '–' : isMet ? 'met' : 'missed',
    ]),
  ),
];

/** The tables of the servers by block of docs/performance.md; only those that were measured. */
export const serverTables = ({ pages, results }: Measurements): [block: string, lines: string[]][] => [
  ...(pages ? ([['pages', [...pageTable(pages), '', ...figureTable(pages.mixed)]]] as [string, string[]][]) : []),
  ...(Object.keys(results).length > 0 ? ([['questions', figureTable(results)]] as [string, string[]][]) : []),
];

/** The figures of another checkout relative to this one; empty without another checkout. */
export const comparisonLines = (results: Results): string[] =>
  Object.entries(results).flatMap(([scenario, { gateway, beside }]) => {
    if (!beside) return [];
    const share = (key: keyof Figures) => formatNumber(ratioOf(key, beside, gateway) ?? Number.NaN);
    const all = `CPU ${share('cpuMs')}, answers/s ${share('perSecond')}, p50 ${share('p50Ms')}, p99 ${share('p99Ms')}`;
    return [`  ${scenario}: beside against gateway: ${all}`];
  });

/** Machine, date and rounds of a run, for the line above its tables. */
export interface RunDescription {
  built: string;
  servers: string;
  inBrowser: string;
}

/** Writes the measured tables and all goals into docs/performance.md. */
export function writeTables(about: RunDescription, goals: readonly Goal[], found: Measurements): void {
  writeBlock('goals', goalTable(goals));
  for (const [block, lines] of serverTables(found)) writeBlock(block, [about.servers, '', ...lines]);
  for (const [part, lines] of consoleTables(found.console))
    writeBlock(part, [part === 'console-size' ? about.built : about.inBrowser, '', ...lines]);
}
