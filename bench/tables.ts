import { formatNumber } from './baseline.ts';
import { consoleTables } from './console/tables.ts';
import type { Goal, Measurements } from './goals.ts';
import { row, writeBlock } from './markdown.ts';
import { type Figures, median, type Results } from './measure.ts';
import { partTitles, scenarios } from './scenarios.ts';
import { type ServerName, serverNames } from './servers.ts';

/** The median of each figure over the rounds. */
export const medianFigures = (rounds: readonly Figures[]): Figures => ({
  cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  rssMb: median(rounds.map(({ rssMb }) => rssMb)),
});

/** The figures of each server by scenario. */
function figures(results: Results): string[] {
  const titles = new Map([...scenarios.map(({ name, what }) => [name, what] as const), ...Object.entries(partTitles)]);
  const lines = [
    row(['asked for', 'server', 'CPU ms', 'answers/s', 'p50 ms', 'p99 ms', 'RSS MB']),
    row(['---', '---', '---:', '---:', '---:', '---:', '---:']),
  ];
  for (const [scenario, byServer] of Object.entries(results))
    for (const server of serverNames) {
      const rounds = byServer[server as ServerName];
      if (!rounds) continue;
      const { cpuMs, perSecond, p50Ms, p99Ms, rssMb } = medianFigures(rounds);
      const name = titles.get(scenario) ?? scenario;
      lines.push(row([name, server, ...[cpuMs, perSecond, p50Ms, p99Ms, rssMb].map(formatNumber)]));
    }
  return lines;
}

const goalTable = (goals: readonly Goal[]): string[] => [
  row(['goal', 'value', 'wanted', 'holds']),
  row(['---', '---:', '---:', '---']),
  ...goals.map(({ name, value, goal, holds }) =>
    row([name, value === null ? 'not measured' : formatNumber(value), goal, holds ? 'yes' : 'no']),
  ),
];

/** The figures as text for the terminal; empty when no server was measured. */
export const figureLines = (results: Results): string[] =>
  (Object.keys(results).length > 0 ? figures(results) : [])
    .filter((_line, place) => place !== 1)
    .map((line) => {
      const cells = line.slice(2, -2).split(' | ');
      return `  ${cells.map((cell, place) => (place < 2 ? cell.padEnd(place === 0 ? 50 : 10) : cell.padStart(10))).join('')}`;
    });

/** The figures of another checkout relative to this one; empty without another checkout. */
export const comparisonLines = (results: Results): string[] =>
  Object.entries(results).flatMap(([scenario, { gateway = [], beside = [] }]) => {
    if (beside.length === 0) return [];
    const share = (key: keyof Figures) =>
      formatNumber(median(beside.map((figures, round) => figures[key] / (gateway[round]?.[key] ?? Number.NaN))));
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
export function writeTables(about: RunDescription, goals: readonly Goal[], { results, console }: Measurements): void {
  writeBlock('goals', goalTable(goals));
  if (Object.keys(results).length > 0) writeBlock('servers', [about.servers, '', ...figures(results)]);
  for (const [part, lines] of consoleTables(console))
    writeBlock(part, [part === 'console-size' ? about.built : about.inBrowser, '', ...lines]);
}
