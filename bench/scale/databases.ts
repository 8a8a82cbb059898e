import { runOn, startServer, stopServer } from '../../platform/src/testing/postgres-server.ts';
import { fill, type Size } from './fill.ts';

/** A filled database, as settings of a platform. */
export interface Filled {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

const at = (server: string, database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;

/** On PostgreSQL: TEST_DATABASE_URL, else a server that is started with durable writes. */
export async function filledOnPostgres(size: Size): Promise<Filled> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given || (await startServer(['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=4GB']));
  const name = `bench_${process.pid}`;
  const remove = async () => {
    if (!given) return stopServer();
    await runOn(server, `drop database if exists ${name} with (force)`);
  };
  try {
    await runOn(server, `create database ${name}`);
    await fill({ databaseUrl: at(server, name) }, size);
  } catch (error) {
    await remove();
    throw error;
  }
  return { settings: { DATABASE_URL: at(server, name) }, remove };
}
