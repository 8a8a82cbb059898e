import { statfs } from 'node:fs/promises';
import type { Finding } from '@console/server-base/check-network';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { findServerFaults } from '../core/database/server-state.ts';
import { describeFreeSpace } from './free-space.ts';

/** A platform's pool, and a few for its start, the doctor and an upgrade. */
const neededConnections = 10 + 3;

const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'database', text });

export const isOnThisMachine = (databaseUrl: string): boolean => {
  const { hostname } = new URL(databaseUrl);
  return hostname === '' || /^(localhost|127\.|\[::1\]|%2F)/i.test(hostname);
};

/** Checks the permissions and limits of a PostgreSQL server; `isUsable` if its tables can be read. */
export async function checkServer(
  db: Kysely<Database>,
  databaseUrl: string,
): Promise<{ findings: Finding[]; isUsable: boolean }> {
  const { now, atUpgrade } = await findServerFaults(db);
  const findings = [
    ...(now === null ? [] : [about('problem', `DATABASE_URL: ${now}.`)]),
    ...(atUpgrade === null ? [] : [about('warning', `The next upgrade will fail: ${atUpgrade}.`)]),
    ...(await checkConnections(db)),
    ...(isOnThisMachine(databaseUrl) ? await checkDisk(db) : []),
  ];
  return { findings, isUsable: now === null };
}

/** A connection limit and its use. */
interface Limit {
  what: string;
  most: number;
  used: number;
}

async function checkConnections(db: Kysely<Database>): Promise<Finding[]> {
  const { rows } = await sql<Limit>`
    select 'max_connections' as what, current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
      (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as used
    union all
    select 'the limit of the database', datconnlimit,
      (select numbackends from pg_stat_database where datname = current_database())
    from pg_database where datname = current_database() and datconnlimit >= 0
    union all
    select 'the limit of the user', rolconnlimit, (select count(*)::int from pg_stat_activity where usename = current_user)
    from pg_roles where rolname = current_user and rolconnlimit >= 0`.execute(db);
  return rows.flatMap(({ what, most, used }) =>
    most - used >= neededConnections
      ? []
      : about(
          'warning',
          `Only ${Math.max(0, most - used)} of ${most} connections are left, and a platform needs up to ${neededConnections}. Raise ${what}.`,
        ),
  );
}

/** Not every role may see the server's data folder, and some file systems do not report their space. */
async function checkDisk(db: Kysely<Database>): Promise<Finding[]> {
  const { rows } = await sql<{ path: string }>`
    select setting as path from pg_settings where name = 'data_directory'`.execute(db);
  const space = rows[0] && (await statfs(rows[0].path).catch(() => null));
  const found = space ? describeFreeSpace(space) : null;
  return found ? [about(found.level, `The disk of the database is nearly full. ${found.text}`)] : [];
}
