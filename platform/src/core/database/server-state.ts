import { StartError, systemErrorReason } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { otherSettings } from './pool.ts';
import type { Database } from './schema.ts';

/** State of a server that decides whether the console can use its database. Names are quoted for SQL. */
interface ServerState {
  version: number;
  user: string;
  database: string;
  /** Schema in which tables are created; null if the user can use none. */
  schema: string | null;
  encoding: string;
  is_replica: boolean;
  /** Source of the read-only setting, as pg_settings names it; null if the connection can write. */
  read_only_by: string | null;
  /** Settings that the console relies on and cannot set. */
  other_settings: string | null;
  has_tables: boolean;
  may_create_tables: boolean;
  may_create_schemas: boolean;
  foreign_table: string | null;
  owner: string | null;
}

const oldestVersion = 150_000;

const stateQuery = sql<ServerState>`
  select current_setting('server_version_num')::int as version, quote_ident(current_user) as user,
    quote_ident(current_database()) as database, quote_ident(current_schema()) as schema,
    current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_replica,
    case when current_setting('transaction_read_only') = 'on'
      then (select source from pg_settings where name = 'default_transaction_read_only') end as read_only_by,
    ${sql.raw(otherSettings)} as other_settings, to_regclass('kysely_migration') is not null as has_tables,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
    has_database_privilege(current_database(), 'create') as may_create_schemas,
    other.name as foreign_table, other.owner
  from (values (1)) as one left join lateral (
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name, quote_ident(tableowner) as owner
    from pg_tables where schemaname in (current_schema(), 'pgboss') and not pg_has_role(tableowner, 'usage')
    order by schemaname, tablename limit 1) as other on true`;

/** Text about why the console cannot start and what to do; null if it can. A database with tables is used unchanged. */
export function refuseState(state: ServerState): string | null {
  const { version, user, database, encoding, is_replica, read_only_by, other_settings, has_tables } = state;
  if (version < oldestVersion)
    return `PostgreSQL ${Math.floor(version / 10_000)} is too old: upgrade the server to 15 or newer`;
  if (is_replica) return 'it leads to a replica, which is read-only: use the URL of the primary';
  if (read_only_by !== null) return `the connection is read-only: ${writableAgain(state)}`;
  if (other_settings !== null)
    return `settings of the connection cannot be changed (${other_settings}): reset them for the user, the database and the pooler`;
  if (has_tables) return null;
  if (encoding !== 'UTF8')
    return `the database ${database} has the encoding ${encoding}: create one with create database console owner ${user} encoding 'UTF8' template template0`;
  return missingRight(state);
}

function writableAgain({ read_only_by, user, database }: ServerState): string {
  const setting = 'default_transaction_read_only';
  if (read_only_by === 'user') return `run alter role ${user} reset ${setting}`;
  if (read_only_by === 'database') return `run alter database ${database} reset ${setting}`;
  if (read_only_by === 'database user') return `run alter role ${user} in database ${database} reset ${setting}`;
  if (read_only_by === 'client') return `leave ${setting} out of DATABASE_URL and PGOPTIONS`;
  return `turn ${setting} off in the configuration of the server`;
}

function missingRight({ user, database, schema, may_create_tables, may_create_schemas }: ServerState): string | null {
  if (may_create_tables && may_create_schemas) return null;
  const owner = `alter database ${database} owner to ${user}`;
  if (schema === null)
    return `the user ${user} is not allowed to use a schema of the database ${database}. Run ${owner}, or grant usage, create on schema public to ${user}`;
  const grants = [
    ...(may_create_tables ? [] : [`grant create on schema ${schema} to ${user}`]),
    ...(may_create_schemas ? [] : [`grant create on database ${database} to ${user}`]),
  ].join(' and ');
  return `the user ${user} is not allowed to create ${may_create_tables ? 'schemas' : 'tables'} in the database ${database}: run ${owner}, or ${grants}`;
}

/** Problems that stop the console, and problems that will stop the migrations of an upgrade. */
export interface ServerFaults {
  now: string | null;
  atUpgrade: string | null;
}

/** Checks a database like a start and, if it has tables, whether they can be used and migrated. Changes nothing. */
export async function findServerFaults(db: Kysely<Database>): Promise<ServerFaults> {
  // The connection's setting hides the user's; statements that only read do not need it.
  const state = await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ value: string }>`
      select current_setting('default_transaction_read_only') as value`.execute(connection);
    await sql`reset default_transaction_read_only`.execute(connection);
    const read = await stateQuery.execute(connection);
    await sql`select set_config('default_transaction_read_only', ${rows[0]?.value}, false)`.execute(connection);
    return read.rows[0];
  });
  const now = state ? refuseState(state) : null;
  if (!state || now !== null || !state.has_tables) return { now, atUpgrade: null };
  const { foreign_table, owner, user } = state;
  if (foreign_table === null) return { now, atUpgrade: missingRight({ ...state, may_create_schemas: true }) };
  const text = `the table ${foreign_table} belongs to ${owner} and not to ${user}. Run alter table ${foreign_table} owner to ${user}, and the same for each other table of ${owner}`;
  return (await areTablesUsable(db)) ? { now, atUpgrade: text } : { now: text, atUpgrade: null };
}

async function areTablesUsable(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_usable: boolean }>`
    select bool_and(has_table_privilege(pg_class.oid, 'select') and has_table_privilege(pg_class.oid, 'insert')
      and has_table_privilege(pg_class.oid, 'update') and has_table_privilege(pg_class.oid, 'delete')) as is_usable
    from pg_class where relkind in ('r', 'p') and relnamespace in (current_schema()::regnamespace, to_regnamespace('pgboss'))`.execute(
    db,
  );
  return rows[0]?.is_usable ?? true;
}

/** Throws StartError if the console cannot start on a database, before anything is changed. */
export async function requireUsableServer(db: Kysely<Database>): Promise<void> {
  const { rows } = await stateQuery.execute(db);
  const refusal = rows[0] && refuseState(rows[0]);
  if (refusal) throw new StartError(`DATABASE_URL: ${refusal}.`);
}

const lackOfRight = '42501';

/** Text for a failed start that the operator can correct, otherwise null. Checks the rights of the user of `db`. */
export async function explainServerError(error: unknown, db: Kysely<Database>): Promise<StartError | null> {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (severity === undefined || typeof code !== 'string') return null;
  const [state] =
    code === lackOfRight
      ? await stateQuery.execute(db).then(
          ({ rows }) => rows,
          () => [],
        )
      : [];
  const reason = (state && refuseRight(state, error)) ?? explainState(code, systemErrorReason(error));
  return reason === null ? null : new StartError(`DATABASE_URL: ${reason}.`);
}

function refuseRight(state: ServerState, error: unknown): string {
  const { user, foreign_table, owner } = state;
  if (foreign_table !== null)
    return `the table ${foreign_table} belongs to ${owner} and not to ${user} (${systemErrorReason(error)}). Run alter table ${foreign_table} owner to ${user}, and the same for each other table of ${owner}`;
  const missing = missingRight(state);
  return (
    missing ?? `the user ${user} lacks a permission (${systemErrorReason(error)}): grant it, or make ${user} the owner`
  );
}

/** Decides by SQLSTATE, because the server's texts can be in any language. */
function explainState(code: string, reason: string): string | null {
  if (code === '53100') return `the disk of the database is full (${reason}): free some space and start again`;
  if (code === '53300')
    return `the server has no connections left (${reason}): raise max_connections, or the connection limit of the user or the database`;
  if (/^(42P07|42710|42P06)$/.test(code))
    return `the database has objects of another program (${reason}): give the console a database of its own`;
  if (/^(53|58)|^XX00[12]$/.test(code)) return `the server reports an error (${reason}): check its log`;
  return null;
}

export function explainConnectError(error: unknown, databaseUrl: string): StartError {
  const { code } = error as { code?: unknown };
  const reason = connectReason(error);
  const { username, pathname } = new URL(databaseUrl);
  const [user, database] = [username, pathname.slice(1)].map((part) => JSON.stringify(decodeURIComponent(part)));
  if (/client password must be/.test((error as Error).message))
    return new StartError('DATABASE_URL: the server requires a password, but the URL has none: add it.');
  const text =
    {
      '28P01': `the server refuses the user ${user} or the password: correct them`,
      '28000': `the server does not admit the user ${user} (${reason}): correct the user, or allow it in pg_hba.conf`,
      '3D000': `the server has no database ${database}: create it, with the user ${user} as its owner`,
      [lackOfRight]: `the user ${user} is not allowed to connect to the database ${database}: grant connect on database ${database} to ${user}`,
      '55000': `the database ${database} does not accept connections (${reason}): alter database ${database} allow_connections true`,
      '57P03': `the server is starting or stopping (${reason}): start again when it accepts connections`,
    }[String(code)] ?? explainState(String(code), reason);
  return new StartError(`DATABASE_URL: ${text ?? `the database cannot be reached: ${reason}`}.`);
}

/** The driver's text, or the texts of all tried addresses, because their combined error has none. */
function connectReason(error: unknown): string {
  const all = error instanceof AggregateError && error.message === '' ? error.errors : [error];
  return all.map((one) => systemErrorReason(one)).join(', ');
}
