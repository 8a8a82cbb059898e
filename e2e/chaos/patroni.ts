import { join } from 'node:path';

interface Member {
  name: string;
  folder: string;
  binaries: string;
  /** The ports on which this member listens, and those at which the other member reaches it. */
  ports: { postgres: number; rest: number };
  peers: { postgres: number; rest: number };
  etcd: number;
}

const here = (port: number) => `127.0.0.1:${port}`;

/**
 * A primary that has not renewed its lock for `ttl` seconds loses it. The time is longer than etcd is stopped, and short enough for a takeover within
 * 30 s.
 */
const times = { ttl: 23, loop_wait: 1, retry_timeout: 4 };

/** The configuration of one of two PostgreSQL servers with synchronous replication, as JSON, which is also valid YAML. */
export const patroniConfig = ({ name, folder, binaries, ports, peers, etcd }: Member): string =>
  JSON.stringify({
    scope: 'console',
    name,
    restapi: { listen: here(ports.rest), connect_address: here(peers.rest) },
    // Ignores the URL that etcd announces, because the link to that URL cannot be cut for one member only.
    etcd3: { host: here(etcd), use_proxies: true },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        // Lets a primary that reaches the other member continue when etcd fails.
        failsafe_mode: true,
        // Lets the other member take over at once when the primary has crashed.
        master_start_timeout: 0,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: here(ports.postgres),
      connect_address: here(peers.postgres),
      data_dir: join(folder, 'data'),
      bin_dir: binaries,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
      parameters: { unix_socket_directories: folder, wal_sender_timeout: '5s', wal_receiver_timeout: '5s' },
    },
  });
