import { graphqlRequest, load } from '../load.ts';
import { type Effort, median } from '../measure.ts';
import type { Server } from '../processes.ts';
import type { Filled } from './databases.ts';
import { apiKeyOf, type Size } from './fill.ts';
import { consoleOperations } from './operations.ts';
import { startBalancer, startGatewayOn, startPlatform, stopAll } from './processes.ts';

/** Answers per second for 32 clients that page through users and organisations. */
export interface Pairs {
  /** One gateway and one platform. */
  one: number;
  /** The same behind balancers, which use CPU too. */
  oneBalanced: number;
  /** Two of each behind balancers. */
  two: number;
  /** The ratio of two of each to one of each; the median of all rounds. */
  ratio: number;
  ratioBalanced: number;
}

const clients = 32;

async function startRow(filled: Filled, each: number, balanced: boolean): Promise<Server[]> {
  const started: Server[] = [];
  const start = async (server: Promise<Server>) => {
    started.push(await server);
    return server;
  };
  const before = (servers: Server[]): Server | Promise<Server> =>
    balanced || !servers[0] ? start(startBalancer(servers)) : servers[0];
  const many = async (make: () => Promise<Server>) => {
    const servers: Server[] = [];
    for (let place = 0; place < each; place++) servers.push(await start(make()));
    return before(servers);
  };
  try {
    const platforms = await many(() => startPlatform(filled));
    await many(() => startGatewayOn(platforms));
    return started;
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

/** Compares two gateways and two platforms on one database with one of each. */
export async function pairs(filled: Filled, size: Size, { rounds, seconds }: Effort): Promise<Pairs> {
  const wanted = consoleOperations(size).filter(
    ({ what }) => what.startsWith('users of one') || what === 'organisations',
  );
  const requests = wanted.map(({ operation }) => graphqlRequest(apiKeyOf('admin'), operation));
  const rows: Server[][] = [];
  try {
    rows.push(await startRow(filled, 1, false), await startRow(filled, 1, true), await startRow(filled, 2, true));
    const perSecond = async (row: Server[]) => {
      const port = row.at(-1)?.port ?? 0;
      const { count, seconds: elapsed } = await load({ port, requests, clients, seconds });
      return count / elapsed;
    };
    for (const row of rows) await perSecond(row);
    const rates: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      const each: number[] = [];
      for (const place of rows.keys()) {
        const turn = (place + round) % rows.length;
        each[turn] = await perSecond(rows[turn] ?? []);
      }
      rates.push(each);
    }
    const middle = (of: (each: number[]) => number) => median(rates.map(of));
    return {
      one: middle(([one = 0]) => one),
      oneBalanced: middle(([, one = 0]) => one),
      two: middle(([, , two = 0]) => two),
      ratio: middle(([one = 0, , two = 0]) => two / one),
      ratioBalanced: middle(([, one = 0, two = 0]) => two / one),
    };
  } finally {
    for (const row of rows) await stopAll(row);
  }
}
