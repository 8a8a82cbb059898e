import { loginRatio } from './console/login.ts';
import type { ConsoleMeasurements } from './console/measure-console.ts';
import { keyRatio } from './console/rows.ts';
import type { Largest } from './console/sizes.ts';
import { type Figures, median, type Results } from './measure.ts';
import type { PushedDown, PushedDownCase } from './parts/pushed-down.ts';
import type { ServerName } from './servers.ts';

/** The results of a run. */
export interface Measurements {
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
  holds: boolean;
}

interface Aim {
  name: string;
  /** The value must be at most, or at least, this. */
  most?: number;
  least?: number;
  value: (found: Measurements) => number | undefined;
}

type Place = [scenario: string, server?: ServerName];

function pairs({ results }: Measurements, [one, first = 'gateway']: Place, [other, second = 'gateway']: Place) {
  const ours = results[one]?.[first];
  const theirs = results[other]?.[second];
  if (!ours || !theirs) return undefined;
  return ours.flatMap((figures, round): [Figures, Figures][] => {
    const beside = theirs[round];
    return beside ? [[figures, beside]] : [];
  });
}

/** The ratio of two figures of a round; the median of all rounds. */
const against = (key: keyof Figures, ours: Place, theirs: Place) => (found: Measurements) => {
  const rounds = pairs(found, ours, theirs);
  return rounds && median(rounds.map(([one, other]) => one[key] / other[key]));
};

/** The ratio of our figure to another server's in one scenario. */
const versus = (key: keyof Figures, scenario: string, server: ServerName) =>
  against(key, [scenario], [scenario, server]);

/** Milliseconds that the gateway adds to the plain call. */
const added = (scenario: string) => (found: Measurements) => {
  const rounds = pairs(found, [scenario], [scenario, 'direct']);
  return rounds && median(rounds.map(([one, other]) => one.p50Ms - other.p50Ms));
};

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
const throughput = 'perSecond';
const time = 'p50Ms';

const aims: readonly Aim[] = [
  { name: 'small query: CPU against direct', most: 1.8, value: versus(cpu, 'viewer', 'direct') },
  { name: 'small query: CPU against vanilla', most: 0.24, value: versus(cpu, 'viewer', 'vanilla') },
  {
    name: 'small query in a browser session: CPU against vanilla',
    most: 0.24,
    value: against(cpu, ['viewer-session'], ['viewer', 'vanilla']),
  },
  {
    name: 'small query, registered: throughput against direct',
    least: 0.9,
    value: against(throughput, ['registered'], ['viewer', 'direct']),
  },
  { name: 'organisation with 20 users: CPU against direct', most: 2.6, value: versus(cpu, 'twenty', 'direct') },
  { name: 'organisation with 20 users: CPU against vanilla', most: 0.31, value: versus(cpu, 'twenty', 'vanilla') },
  {
    name: 'organisation with 20 users: throughput against vanilla',
    least: 3.2,
    value: versus(throughput, 'twenty', 'vanilla'),
  },
  { name: '1,000 users, changed: CPU against vanilla', most: 0.26, value: versus(cpu, 'changing', 'vanilla') },
  { name: '1,000 users, changed: CPU against Mercurius', most: 1, value: versus(cpu, 'changing', 'mercurius') },
  {
    name: '1,000 users, unchanged: throughput against vanilla',
    least: 15,
    value: versus(throughput, 'plain', 'vanilla'),
  },
  {
    name: '1,000 users, unchanged: throughput against direct',
    least: 0.9,
    value: versus(throughput, 'plain', 'direct'),
  },
  { name: '1,000 users, ETag: throughput against vanilla', least: 32, value: versus(throughput, 'etag', 'vanilla') },
  { name: '1,000 users, ETag: throughput against direct', least: 1.9, value: versus(throughput, 'etag', 'direct') },
  { name: '25 of 50,000: time against 25 of 1,000', most: 2, value: against(time, ['large'], ['page-alone']) },
  { name: '25 of 50,000: time against vanilla', most: 1 / 60, value: versus(time, 'large', 'vanilla') },
  {
    name: '25 of 100,000 from our platform (page pushed down): time against 25 of 1,000',
    most: 1.5,
    value: pushedDown('postgres'),
  },
  { name: 'the same, the page kept and unchanged', most: 1.5, value: pushedDown('postgres, kept') },
  { name: 'the same on the embedded database', most: 1.5, value: pushedDown('embedded') },
  {
    name: 'p99 of small queries while one client pages 50,000, against alone',
    most: 3,
    value: ({ tails }) => tails?.gateway?.ratio,
  },
  { name: 'small query, one client: added latency in ms', most: 0.3, value: added('viewer-alone') },
  { name: 'detail query, one client: added latency in ms', most: 0.3, value: added('detail-alone') },
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

function judge({ name, most, least }: Aim, value: number | null): Goal {
  const bound = most ?? least ?? Number.NaN;
  const holds = value !== null && (most === undefined ? value >= bound : value <= bound);
  return { name, value, goal: `${most === undefined ? '≥' : '≤'} ${Number(bound.toPrecision(3))}`, holds };
}

/** The goals with their values. A whole run also lists those that could not be measured. */
export const goalsOf = (found: Measurements, whole: boolean): Goal[] =>
  aims.flatMap((aim) => {
    const value = aim.value(found) ?? null;
    return value === null && !whole ? [] : [judge(aim, value)];
  });

/** The goals with stored values, by name. */
export const goalsWith = (values: Readonly<Record<string, number>>): Goal[] =>
  aims.map((aim) => judge(aim, values[aim.name] ?? null));
