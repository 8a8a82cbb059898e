import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@console/platform/core/database/database';
import { freePort } from '@console/platform/testing/free-port';
import { patroniConfig } from './patroni.ts';
import { findProgram } from './programs.ts';
import type { Environment, SetUp } from './set-up.ts';
import { isAnswering, listens, type Part } from './supervisor.ts';

/** A machine with a database is back later than a killed service, so that another machine has to take over. */
const machineRestartMs = 30_000;

/** A PostgreSQL server with its Patroni: the ports on which they listen, and the ports at which the other member reaches them. */
interface Database {
  part: Part;
  ports: { postgres: number; rest: number };
}

async function createEtcd({ folderOf, program }: Environment): Promise<{ part: Part; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const urls = { 'listen-client-urls': client, 'advertise-client-urls': client, 'listen-peer-urls': peer };
  const names = { name: 'etcd', 'initial-advertise-peer-urls': peer, 'initial-cluster': `etcd=${peer}` };
  const args = Object.entries({ ...urls, ...names, 'data-dir': folderOf('etcd') }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  return { part: program('etcd', 'etcd', args, () => isAnswering(`${client}/health`)), port };
}

async function createDatabase(
  { network, folderOf, fileOf, program }: Environment,
  name: string,
  other: string,
  etcdPort: number,
): Promise<Database> {
  const ports = { postgres: await freePort(), rest: await freePort() };
  const folder = folderOf(name);
  const file = fileOf(
    `${name}.json`,
    patroniConfig({
      name,
      folder,
      ports,
      binaries: join(findProgram('pg_basebackup') ?? '', '..'),
      // The ports at which the other member, and nothing else, reaches this one.
      peers: {
        postgres: await network.link(other, name, ports.postgres),
        rest: await network.link(other, name, ports.rest),
      },
      etcd: await network.link(name, 'etcd', etcdPort),
    }),
  );
  const patroni = program(name, 'patroni', [file], () => isAnswering(`http://127.0.0.1:${ports.rest}/health`));
  const alsoPid = () => {
    try {
      return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
    } catch {
      return null;
    }
  };
  return { part: { ...patroni, restartMs: machineRestartMs, alsoPid }, ports };
}

/** HAProxy in front of the databases: Patroni says which one is the primary, and PgBouncer connects to it. */
async function primaryListener(
  { network }: Environment,
  port: number,
  databases: readonly Database[],
): Promise<string> {
  const servers: string[] = [];
  for (const { part, ports } of databases) {
    const [postgres, rest] = [
      await network.link('haproxy', part.name, ports.postgres),
      await network.link('haproxy', part.name, ports.rest),
    ];
    servers.push(`  server ${part.name} 127.0.0.1:${postgres} check port ${rest} rise 1`);
  }
  return `
listen primary
  mode tcp
  bind 127.0.0.1:${port}
  http-check send meth GET uri /primary
  timeout client 1h
  timeout server 1h
${servers.join('\n')}
`;
}

/** Settings that the platform makes itself when it connects directly, without PgBouncer. */
const sessionSettings = `set statement_timeout to 30000; set idle_in_transaction_session_timeout to 10000; set jit to off; \
set max_parallel_workers_per_gather to 0; set random_page_cost to 1.1`;

async function createPgbouncer(
  { network, folder, fileOf, program }: Environment,
  primaryPort: number,
): Promise<{ part: Part; port: number }> {
  const port = await freePort();
  const server = await network.link('pgbouncer', 'haproxy', primaryPort);
  const file = fileOf(
    'pgbouncer.ini',
    `[databases]
postgres = host=127.0.0.1 port=${server} user=postgres connect_query='${sessionSettings}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
# What cannot be answered is refused at once: an outage is repeated by who has asked.
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 10
`,
  );
  return { part: program('pgbouncer', 'pgbouncer', [file], () => listens(port)), port };
}

/** HAProxy, two gateways, two platforms, PgBouncer, PostgreSQL with a synchronous standby under Patroni, etcd. */
export async function createSetUpA(environment: Environment): Promise<SetUp> {
  const { network, gateway, platform, haproxy, consolePort } = environment;
  const [productApi, primaryPort] = [await freePort(), await freePort()];
  const etcd = await createEtcd(environment);
  const databases = [
    await createDatabase(environment, 'database-1', 'database-2', etcd.port),
    await createDatabase(environment, 'database-2', 'database-1', etcd.port),
  ];
  const pgbouncer = await createPgbouncer(environment, primaryPort);
  const servers: Record<string, number> = {};
  const gateways: Part[] = [];
  const platforms: Part[] = [];
  for (const place of [1, 2]) {
    const port = await freePort();
    servers[`gateway-${place}`] = port;
    gateways.push(gateway(`gateway-${place}`, port, await network.link(`gateway-${place}`, 'haproxy', productApi)));
    const platformPort = await freePort();
    servers[`platform-${place}`] = platformPort;
    const database = await network.link(`platform-${place}`, 'pgbouncer', pgbouncer.port);
    const settings = {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${database}/postgres`,
      DATABASE_PREPARED_STATEMENTS: 'off',
    };
    platforms.push(await platform(`platform-${place}`, platformPort, settings));
  }
  const proxy = await haproxy(
    { console: consolePort, productApi },
    servers,
    await primaryListener(environment, primaryPort, databases),
  );
  const parts = [etcd.part, ...databases.map(({ part }) => part), proxy, pgbouncer.part, ...platforms, ...gateways];
  const isPrimary = ({ ports }: Database) => isAnswering(`http://127.0.0.1:${ports.rest}/primary`);
  return {
    parts,
    origin: environment.origin,
    async partOf(victim) {
      if (victim !== 'primary' && victim !== 'standby') return parts.find(({ name }) => name === victim) as Part;
      const [first, second] = databases as [Database, Database];
      return (await isPrimary(first)) === (victim === 'primary') ? first.part : second.part;
    },
    openDatabase: () => openDatabase({ databaseUrl: `postgres://postgres@127.0.0.1:${primaryPort}/postgres` }),
    async close() {},
  };
}
