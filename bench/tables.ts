import { formatNumber } from './baseline.ts';
import { consoleTables } from './console/tables.ts';
import type { Goal, Measurements } from './goals.ts';
import { row, writeBlock } from './markdown.ts';
import { type Figures, median, type Results, ratioOf } from './measure.ts';
import type { PageMeasurements } from './pages/measure-pages.ts';
import { scenarios } from './scenarios.ts';
import { serverNames } from './servers.ts';
import { pathTable } from './special-paths/measure-paths.ts';
import { traceTable } from './traces/measure-traces.ts';

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

/** A line for each page: the CPU of the gateway in ms and against Mercurius. */
function pageTable({ unchanged, changed }: PageMeasurements): string[] {
  const cells = ({ gateway = [], mercurius }: Results[string] = {}) =>
    [medianFigures(gateway).cpuMs, ratioOf('cpuMs', gateway, mercurius) ?? Number.NaN].map(formatNumber);
  const heads = ['CPU ms', 'against Mercurius'];
  return [
    row(['page', ...heads, ...heads.map((head) => `data changed: ${head}`)]),
    row(['---', ...Array.from({ length: 2 * heads.length }, () => '---:')]),
    ...Object.keys(unchanged).map((page) => row([page, ...cells(unchanged[page]), ...cells(changed[page])])),
  ];
}

const goalTable = (goals: readonly Goal[]): string[] => [
  row(['figure', '`npm run bench --`', 'value', 'goal', 'met']),
  row(['---', '---', '---:', '---:', '---']),
  ...goals.map(({ name, part, value, goal, isMet }) =>
    row([
      name,
      part,
      value === null ? 'not measured' : formatNumber(value),
      goal,
      value === null ? '–' : isMet ? 'met' : 'missed',
    ]),
  ),
];

/** The tables of the servers by block of docs/performance.md; only those that were measured. */
export const serverTables = ({ pages, paths, traces, questions }: Measurements): [block: string, lines: string[]][] => {
  const tables: [block: string, lines: string[]][] = [];
  if (pages) tables.push(['pages', [...pageTable(pages), '', ...figureTable(pages.mixed)]]);
  if (paths) tables.push(['special-paths', pathTable(paths)]);
  if (traces) tables.push(['traces', traceTable(traces)]);
  if (questions) tables.push(['questions', figureTable(questions)]);
  return tables;
};

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
  servers: string;
  inBrowser: string;
}

/** Writes the measured tables and all goals into docs/performance.md. */
export function writeTables(about: RunDescription, goals: readonly Goal[], found: Measurements): void {
  writeBlock('goals', goalTable(goals));
  for (const [block, lines] of serverTables(found)) writeBlock(block, [about.servers, '', ...lines]);
  for (const [part, lines] of consoleTables(found.console)) writeBlock(part, [about.inBrowser, '', ...lines]);
}
