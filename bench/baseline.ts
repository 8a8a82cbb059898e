import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Goal } from './goals.ts';
import { benchFolder } from './processes.ts';

const file = join(benchFolder, 'baseline.json');
/** A deterioration by more than this share is marked. */
const fifth = 0.2;

interface Baseline {
  /** The values of the goals by name. */
  values: Record<string, number>;
}

function readBaseline(): Baseline {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Baseline) : { values: {} };
}

/** The difference to the stored value; empty without one. */
function difference({ name, value }: Goal, stored: number | undefined): string {
  if (stored === undefined || value === null) return '';
  const change = value - stored;
  const worse = change > fifth * Math.abs(stored);
  const share =
    stored === 0 ? `from ${stored}` : `${change < 0 ? '' : '+'}${Math.round((100 * change) / Math.abs(stored))} %`;
  return `${share}${worse ? `  WORSE: ${name} was ${stored}` : ''}`;
}

/** The goals as lines, each with the difference to its stored value. */
export function goalLines(goals: readonly Goal[]): string[] {
  const { values } = readBaseline();
  const width = Math.max(...goals.map(({ name }) => name.length));
  return goals.map((goal) => {
    const value = goal.value === null ? 'not measured' : formatNumber(goal.value);
    const end = difference(goal, values[goal.name]);
    return `  ${goal.isMet ? '✔ met   ' : '✘ missed'} ${goal.name.padEnd(width)}  ${value.padStart(12)}  ${goal.goal.padEnd(9)} ${end}`.trimEnd();
  });
}

/** A number with three significant digits. */
export const formatNumber = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
};

/** Stores these values for comparison with the next run, and returns all stored ones. Goals that were not run stay; those without a value are removed. */
export function keepBaseline(goals: readonly Goal[]): Record<string, number> {
  const { values } = readBaseline();
  for (const { name, value } of goals)
    if (value === null) delete values[name];
    else values[name] = Number(value.toPrecision(4));
  writeFileSync(file, `${JSON.stringify({ values }, null, 2)}\n`);
  return values;
}
