import { loginRatio } from './console/login.ts';
import type { ConsoleMeasurements } from './console/measure-console.ts';
import { keyRatio } from './console/rows.ts';
import type { Largest } from './console/sizes.ts';
import { type Figures, median, type Results, ratioOf } from './measure.ts';
import type { PageMeasurements } from './pages/measure-pages.ts';
import type { PushedDown, PushedDownCase } from './parts/pushed-down.ts';
import type { ServerName } from './servers.ts';

/** The results of a run. */
export interface Measurements {
  pages?: PageMeasurements;
  /** Of the synthetic questions. */
  results: Results;
  tails?: Partial<Record<ServerName, { ratio: number }>>;
  /** RSS in MB after each pass. */
  passes?: readonly number[];
  stale?: number;
  console?: ConsoleMeasurements;
  pushedDown?: Partial<Record<PushedDownCase, PushedDown>>;
}

/** A line of the table of goals. Null: the value could not be measured. */
export interface Goal {
  name: string;
  value: number | null;
  goal: string;
  isMet: boolean;
}

interface Aim {
  name: string;
  /** The value must be at most this. */
  most: number;
  value: (found: Measurements) => number | undefined;
}

/** The ratio of our figure to another server's in a synthetic question. */
const versus =
  (key: keyof Figures, scenario: string, server: ServerName) =>
  ({ results }: Measurements) =>
    ratioOf(key, results[scenario]?.gateway, results[scenario]?.[server]);

type Choice = (values: readonly number[]) => number;
const largest: Choice = (values) => Math.max(...values);

/** CPU against another server for each page, of which one is chosen. */
const ofPages =
  (data: 'unchanged' | 'changed', server: ServerName, choose: Choice) =>
  ({ pages }: Measurements) =>
    pages &&
    choose(Object.values(pages[data]).map((page) => ratioOf('cpuMs', page.gateway, page[server]) ?? Number.NaN));

const mostOf =
  (key: 'calls' | 'waves', api: 'calls' | 'specifiedCalls' = 'calls') =>
  ({ pages }: Measurements) =>
    pages && largest(Object.values(pages[api]).map((counts) => counts[key]));

/** kB of one kind that the built console loads. */
const sizeOf =
  (kind: Largest['name']) =>
  ({ console }: Measurements) =>
    console?.sizes?.find(({ name }) => name === kind)?.size;
const pushedDown =
  (where: PushedDownCase) =>
  ({ pushedDown: found }: Measurements) =>
    found?.[where]?.ratio;

const cpu = 'cpuMs';

const aims: readonly Aim[] = [
  { name: 'each page, unchanged data: CPU against direct', most: 2, value: ofPages('unchanged', 'direct', largest) },
  {
    name: 'each page, unchanged data: CPU against vanilla',
    most: 0.3,
    value: ofPages('unchanged', 'vanilla', largest),
  },
  {
    name: 'each page, unchanged data: CPU against Mercurius',
    most: 1,
    value: ofPages('unchanged', 'mercurius', largest),
  },
  { name: 'each page, changed data: CPU against vanilla', most: 0.6, value: ofPages('changed', 'vanilla', largest) },
  {
    name: 'median page, changed data: CPU against Mercurius',
    most: 1,
    value: ofPages('changed', 'mercurius', median),
  },
  { name: 'calls of the product API for a page', most: 4, value: mostOf('calls') },
  { name: 'waves of calls for a page', most: 2, value: mostOf('waves') },
  { name: 'the same without the extensions of our platform', most: 4, value: mostOf('waves', 'specifiedCalls') },
  {
    name: 'each page, a product API of 50 ms: p50 in ms',
    most: 110,
    value: ({ pages }) => pages && largest(Object.values(pages.slowP50Ms).map(({ gateway }) => gateway ?? Number.NaN)),
  },
  {
    name: 'all roles, 32 clients: p99 against direct',
    most: 2,
    value: ({ pages }) => ratioOf('p99Ms', pages?.mixed.mixed?.gateway, pages?.mixed.mixed?.direct),
  },
  { name: 'small query: CPU against Mercurius', most: 1.2, value: versus(cpu, 'viewer', 'mercurius') },
  { name: 'small query: CPU against direct', most: 2.5, value: versus(cpu, 'viewer', 'direct') },
  { name: '1,000 users, changed: CPU against Mercurius', most: 1.2, value: versus(cpu, 'changing', 'mercurius') },
  {
    name: '25 of 100,000 from our platform (page pushed down): time against 25 of 1,000',
    most: 1.5,
    value: pushedDown('postgres'),
  },
  { name: 'the same, the page cached and unchanged', most: 1.5, value: pushedDown('postgres, cached') },
  { name: 'the same on the embedded database', most: 1.5, value: pushedDown('embedded') },
  {
    name: 'p99 of small queries while one client pages 50,000, against alone',
    most: 3,
    value: ({ tails }) => tails?.gateway?.ratio,
  },
  {
    name: 'RSS over 300 credentials, pass 4 against pass 2',
    most: 1.05,
    value: ({ passes }) => passes && (passes[3] ?? Number.NaN) / (passes[1] ?? Number.NaN),
  },
  { name: 'stale answers after a change in the product API', most: 0, value: ({ stale }) => stale },
  { name: 'console: JS of /login in kB', most: 140, value: sizeOf('/login') },
  { name: 'console: JS of the largest signed-in page in kB', most: 220, value: sizeOf('signed-in page') },
  { name: 'console: largest further chunk in kB', most: 30, value: sizeOf('further chunk') },
  { name: 'console: CSS of the largest page in kB', most: 16, value: sizeOf('css') },
  {
    name: 'console: LCP of /login on a poor line, against one bundle',
    most: 0.75,
    value: ({ console }) => console?.login && loginRatio(console.login),
  },
  {
    name: 'console: elements of a table of 10,000, on a page of 25',
    most: 400,
    value: ({ console }) => console?.rows?.nodes.console25.elements,
  },
  {
    name: 'console: a key in the search of 10,000 to paint, against a plain table of 1,000',
    most: 0.2,
    value: ({ console }) => console?.rows && keyRatio(console.rows, 'console25', 'inputMs'),
  },
];

const judge = ({ name, most }: Aim, value: number | null): Goal => ({
  name,
  value,
  goal: `≤ ${most}`,
  isMet: value !== null && value <= most,
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
