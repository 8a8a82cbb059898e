import { formatNumber } from '../baseline.ts';
import { row } from '../markdown.ts';
import type { Footprint } from './footprint.ts';
import type { OperationTimes } from './operation-times.ts';
import type { Pairs } from './pairs.ts';
import type { SignIns } from './sign-ins.ts';

export interface ScaleMeasurements {
  asked: readonly OperationTimes[];
  footprint: Footprint;
  signIns: SignIns;
  pairs: Pairs;
}

const cell = (value: number | null) => (value === null ? 'refused' : formatNumber(value));

const pairsTable = (titles: readonly [string, string], rows: readonly (readonly [string, number])[]): string[] => [
  row(titles),
  row(['---', '---:']),
  ...rows.map(([what, value]) => row([what, formatNumber(value)])),
];

/** The figures as tables. */
export const scaleTables = ({ asked, footprint, signIns, pairs }: ScaleMeasurements): string[] => [
  row(['asked for', 'p50 ms', 'p95 ms', 'p99 ms', 'answers/s at 32']),
  row(['---', '---:', '---:', '---:', '---:']),
  ...asked.map(({ what, p50Ms, p95Ms, p99Ms, perSecond }) =>
    row([what, cell(p50Ms), cell(p95Ms), cell(p99Ms), cell(perSecond)]),
  ),
  '',
  ...pairsTable(
    ['what it takes', 'value'],
    [
      ['database MB', footprint.databaseMb],
      ['a user with its indexes, kB', footprint.userKb],
      ['memory of the gateway MB', footprint.gatewayMb],
      ['memory of the platform MB', footprint.platformMb],
      ['CPU of both for a page, ms', footprint.pageCpuMs],
    ],
  ),
  '',
  ...pairsTable(
    ['signing in', 'value'],
    [
      ['sign-ins/s of 32 clients', signIns.perSecond],
      ['p50 ms', signIns.p50Ms],
      ['p99 ms', signIns.p99Ms],
      ['sign-ins/s of 256 clients, more than the queue holds', signIns.stormPerSecond],
      ['refused meanwhile, to be tried again', signIns.stormRefused],
      ['p99 ms of a page of other users, alone', signIns.aloneP99Ms],
      ['p99 ms of a page of other users, during that storm', signIns.besideP99Ms],
    ],
  ),
  '',
  ...pairsTable(
    ['pages of users and organisations, 32 clients', 'answers/s'],
    [
      ['one gateway, one platform', pairs.one],
      ['one gateway, one platform, behind balancers', pairs.oneBalanced],
      ['two gateways, two platforms, behind balancers', pairs.two],
      ['ratio of two to one', pairs.ratio],
      ['ratio of two to one, both behind balancers', pairs.ratioBalanced],
    ],
  ),
];
