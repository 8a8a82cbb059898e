import { runOn } from '../../platform/src/testing/postgres-server.ts';
import { graphqlRequest, load } from '../load.ts';
import type { Server } from '../processes.ts';
import type { Filled } from './databases.ts';
import { apiKeyOf } from './fill.ts';
import type { ConsoleOperation } from './operations.ts';

/** What an installation of a size takes. */
export interface Footprint {
  databaseMb: number;
  /** Rows of users with their indexes. */
  userKb: number;
  gatewayMb: number;
  platformMb: number;
  /** CPU of both processes for a page. */
  pageCpuMs: number;
}

const clients = 32;

/** The size of the database. */
async function sizesOf({ settings }: Filled): Promise<Pick<Footprint, 'databaseMb' | 'userKb'>> {
  const [sizes] = await runOn<{ database: string; users: string; count: string }>(
    settings.DATABASE_URL ?? '',
    `select pg_database_size(current_database()) as database, pg_total_relation_size('ent_usr') as users,
      (select count(*) from ent_usr) as count`,
  );
  if (!sizes) throw new Error('The database says no size');
  return { databaseMb: Number(sizes.database) / 2 ** 20, userKb: Number(sizes.users) / Number(sizes.count) / 2 ** 10 };
}

/** Opens pages with many clients at once, then reads what the processes use. */
export async function footprintOf(
  filled: Filled,
  { gateway, platform }: { gateway: Server; platform: Server },
  pages: readonly ConsoleOperation[],
  seconds: number,
): Promise<Footprint> {
  const requests = pages.map(({ operation }) => graphqlRequest(apiKeyOf('admin'), operation));
  const cpu = async () => (await gateway.usage()).cpuMs + (await platform.usage()).cpuMs;
  const before = await cpu();
  const { count } = await load({ port: gateway.port, requests, clients, seconds });
  const pageCpuMs = ((await cpu()) - before) / count;
  const [{ rssMb: gatewayMb }, { rssMb: platformMb }] = [await gateway.usage(), await platform.usage()];
  return { ...(await sizesOf(filled)), gatewayMb, platformMb, pageCpuMs };
}
