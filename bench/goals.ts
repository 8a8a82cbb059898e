import { loginRatio } from './console/login.ts';
import type { ConsoleMeasurements } from './console/measure-console.ts';
import { keyRatio } from './console/rows.ts';
import { type Figures, median, type Results, ratioOf } from './measure.ts';
import type { PageMeasurements } from './pages/measure-pages.ts';
import type { PushedDown } from './parts/pushed-down.ts';
import type { PathMeasurements } from './special-paths/measure-paths.ts';
import { type TraceMeasurements, tracesRatio } from './traces/measure-traces.ts';

/** The results of a run. */
export interface Measurements {
  pages?: PageMeasurements;
  /** Of the synthetic questions. */
  questions?: Results;
  /** Of the special paths. */
  paths?: PathMeasurements;
  traces?: TraceMeasurements;
  console?: ConsoleMeasurements;
  pushedDown?: PushedDown;
}

/** A line of the table of goals. Null: the value could not be measured. */
export interface Goal {
  name: string;
  value: number | null;
  goal: string;
  isMet: boolean;
  /** What measures it, after `npm run bench --`. */
  part: string;
}

interface Aim {
  name: string;
  /** The value must be at most this. */
  most: number;
  part: string;
  value: (found: Measurements) => number | undefined;
}

/** The ratio of the gateway's CPU to that of Mercurius for each page. */
const cpuOfPages = (results: Results): number[] =>
  Object.values(results).map(({ gateway, mercurius }) => ratioOf('cpuMs', gateway, mercurius) ?? Number.NaN);

/** The ratio to Mercurius in the sessions of all roles. */
const ofSessions =
  (key: keyof Figures) =>
  ({ pages }: Measurements) =>
    ratioOf(key, pages?.mixed.mixed?.gateway, pages?.mixed.mixed?.mercurius);

const aims: readonly Aim[] = [
  {
    name: 'median page: CPU against Mercurius',
    most: 1,
    part: 'pages',
    value: ({ pages }) => pages && median(cpuOfPages(pages.unchanged)),
  },
  {
    name: 'median page, the data changed: CPU against Mercurius',
    most: 1,
    part: 'pages',
    value: ({ pages }) => pages && median(cpuOfPages(pages.changed)),
  },
  {
    name: 'page with the largest ratio of both: CPU against Mercurius',
    most: 1.5,
    part: 'pages',
    value: ({ pages }) => pages && Math.max(...cpuOfPages(pages.unchanged), ...cpuOfPages(pages.changed)),
  },
  { name: 'sessions of all roles: p99 against Mercurius', most: 1, part: 'pages', value: ofSessions('p99Ms') },
  { name: 'the same: resident memory against Mercurius', most: 1, part: 'pages', value: ofSessions('rssMb') },
  {
    name: 'median page with traces: CPU against none',
    most: 1.1,
    part: 'traces',
    value: ({ traces }) => traces && tracesRatio(traces),
  },
  {
    name: '25 of 100,000 users from our platform: time against 25 of 1,000',
    most: 1.5,
    part: 'pushed-down',
    value: ({ pushedDown }) => pushedDown?.ratio,
  },
  {
    name: 'console: largest paint of /login on a poor line, against one bundle',
    most: 0.75,
    part: 'console-login',
    value: ({ console }) => console?.login && loginRatio(console.login),
  },
  {
    name: 'console: a key in the search of 10,000 to paint, against a plain table of 1,000',
    most: 0.2,
    part: 'console-rows',
    value: ({ console }) => console?.rows && keyRatio(console.rows, 'console25', 'inputMs'),
  },
];

const judge = ({ name, most, part }: Aim, value: number | null): Goal => ({
  name,
  value,
  goal: `≤ ${most}`,
  isMet: value !== null && value <= most,
  part,
});

/** The goals with their values. A whole run also lists those that could not be measured. */
export const goalsOf = (found: Measurements, whole: boolean): Goal[] =>
  aims.flatMap((aim) => {
    const value = aim.value(found) ?? null;
    return value === null && !whole ? [] : [judge(aim, value)];
  });

/** The goals with stored values, by name. */
export const goalsWith = (values: Readonly<Record<string, number>>): Goal[] =>
  aims.map((aim) => judge(aim, values[aim.name] ?? null));
