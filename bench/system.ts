import { runOn, startServer as startPostgres, stopServer } from '../platform/src/testing/postgres-server.ts';
import { fill, type Size } from './data.ts';
import { type Server, startGateway, startPlatform, withoutLimits } from './servers.ts';

/** A filled PostgreSQL database. Disposal removes it. */
export interface Database extends AsyncDisposable {
  url: string;
}

/** Uses TEST_DATABASE_URL; otherwise starts a server with durable writes. */
export async function fillDatabase(size: Size): Promise<Database> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given || (await startPostgres(['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=4GB']));
  const name = `bench_${process.pid}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const remove = async () => {
    if (!given) return stopServer();
    await runOn(server, `drop database if exists ${name} with (force)`);
  };
  const began = performance.now();
  try {
    await runOn(server, `create database ${name}`);
    await fill(url, size);
  } catch (error) {
    await remove();
    throw error;
  }
  console.log(`  filled in ${Math.round((performance.now() - began) / 1_000)} s`);
  return { url, [Symbol.asyncDispose]: remove };
}

/** Starts gateway and platform as processes on a filled database. Disposal ends them. */
export interface System extends AsyncDisposable {
  database: Database;
  platform: Server;
  gateway: Server;
}

export async function startSystem(
  size: Size,
  settings: Record<string, string> = withoutLimits,
  flags: readonly string[] = [],
): Promise<System> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await fillDatabase(size));
  const platform = stack.use(await startPlatform(database.url, flags));
  const gateway = stack.use(await startGateway(platform.origin, settings, flags));
  const all = stack.move();
  return { database, platform, gateway, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
