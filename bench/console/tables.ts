import { formatNumber } from '../baseline.ts';
import { row } from '../markdown.ts';
import { median } from '../measure.ts';
import type { LoginMeasurements, Opening } from './login.ts';
import type { ConsoleMeasurements, ConsolePart } from './measure-console.ts';
import { type List, listTitles, type RowsMeasurements } from './rows.ts';

const loginRow = (build: string, openings: readonly Opening[]): string => {
  const middle = [median(openings.map(({ lcpMs }) => lcpMs)), median(openings.map(({ scriptsKb }) => scriptsKb))];
  return row([build, ...middle.map(formatNumber)]);
};

const loginTable = ({ shipped, oneBundle }: LoginMeasurements): string[] => [
  row(['/login', 'LCP ms', 'all scripts, late ones too, kB']),
  row(['---', '---:', '---:']),
  loginRow('as it ships', shipped),
  loginRow('as one bundle', oneBundle),
];

const rowsTable = ({ nodes, keys }: RowsMeasurements): string[] => [
  row(['list', 'elements', 'texts', 'key to paint of the search, ms', 'key to paint of the rows, ms']),
  row(['---', '---:', '---:', '---:', '---:']),
  ...Object.entries(listTitles).map(([list, title]) => {
    const times = keys[list as List];
    const middle = [median(times.map(({ inputMs }) => inputMs)), median(times.map(({ rowsMs }) => rowsMs))];
    const { elements, texts } = nodes[list as List];
    return row([title, ...[elements, texts, ...middle].map(formatNumber)]);
  }),
];

/** The tables of the measured parts. */
export const consoleTables = (found: ConsoleMeasurements | undefined): [part: ConsolePart, lines: string[]][] => {
  const tables: [ConsolePart, string[]][] = [];
  if (found?.login) tables.push(['console-login', loginTable(found.login)]);
  if (found?.rows) tables.push(['console-rows', rowsTable(found.rows)]);
  return tables;
};
