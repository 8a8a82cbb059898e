import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { runOn } from '../../testing/postgres-server.ts';
import { migrate, migrations, releasedMigration } from './migrate.ts';
import { MigrationDialect } from './migration-dialect.ts';
import type { Database } from './schema.ts';

const server = inject('postgresUrl');
/** Additional migrations of the next release. */
const more: typeof migrations = {
  '9000_columns': {
    tables: ['ent_org', 'ent_usr', 'session'],
    async up(db) {
      for (const table of ['ent_org', 'ent_usr', 'session'])
        await sql`alter table ${sql.table(table)} add column next_release text`.execute(db);
    },
  },
  '9001_table': {
    async up(db) {
      await sql`create table next_release (id integer primary key)`.execute(db);
    },
  },
};
const own = Object.keys(more);
let [name, databaseUrl] = ['', ''];
let reports: { fields: object; text: string }[] = [];

const connect = () =>
  new Kysely<Database>({ dialect: new MigrationDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }) });

/** A database of this release, and a process of the next one. */
beforeEach(async () => {
  name = `test_${randomBytes(8).toString('hex')}`;
  databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  reports = [];
  await runOn(server, `create database ${name}`);
  const db = connect();
  await migrate(db);
  await db.destroy();
  Object.assign(migrations, more);
});
afterEach(async () => {
  for (const one of own) delete migrations[one];
  await runOn(server, `drop database ${name} with (force)`);
});

async function upgrade(): Promise<string[]> {
  const db = connect();
  const report = (fields: object, text: string) => void reports.push({ fields, text });
  return migrate(db, { report }).finally(() => db.destroy());
}

test('UPGRADE-3 a migration that takes more than a second is reported with its statement, and when it is done', async () => {
  await runOn(
    databaseUrl,
    `create sequence step;
    create function wait() returns event_trigger language plpgsql as
      $$ begin if nextval('step') = 1 then perform pg_sleep(1.5); end if; end $$;
    create event trigger wait on ddl_command_end execute function wait()`,
  );
  expect(await upgrade()).toEqual(own);
  // On a busy machine, other migrations can be slow enough to be reported too.
  expect(reports.filter(({ fields }) => 'migration' in fields && fields.migration === own[0])).toEqual([
    {
      fields: { migration: own[0], statement: expect.stringMatching(/^(alter|create) table \S+/) },
      text: 'the database is migrated',
    },
    { fields: { migration: own[0], ms: expect.any(Number) }, text: 'the database was migrated' },
  ]);
});

/** Simulates a pooler in transaction mode: each transaction or single statement goes to the next connection. */
function poolByTransaction(clients: readonly pg.Client[]): PostgresPool {
  let [turn, current]: [number, pg.Client | null] = [0, null];
  const query = async (text: string, values: unknown[]) => {
    const client: pg.Client = current ?? (clients[turn++ % clients.length] as pg.Client);
    if (/^(start|begin)/.test(text)) current = client;
    if (/^(commit|rollback)$/.test(text)) current = null;
    return client.query(text, values);
  };
  return {
    options: {},
    connect: async () => ({ query: query as unknown as PostgresPoolClient['query'], release: () => {} }),
    end: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

test('CHAOS-2 behind a pooler that changes connections a migration leaves no lock and no limit behind, and no limit of a connection ends it', async () => {
  await runOn(
    databaseUrl,
    `create table seen (limits text);
    create function look() returns event_trigger language plpgsql as $$ begin
      insert into seen values (current_setting('lock_timeout') || ' ' || current_setting('statement_timeout')); end $$;
    create event trigger look on ddl_command_end execute function look()`,
  );
  const clients = [1, 2, 3].map(() => new pg.Client({ connectionString: databaseUrl }));
  for (const client of clients) {
    await client.connect();
    await client.query("set statement_timeout = '30s'");
  }
  const db = new Kysely<Database>({ dialect: new MigrationDialect({ pool: poolByTransaction(clients) }) });
  expect([await migrate(db), await migrate(db)]).toEqual([own, []]);
  expect(
    await runOn(
      databaseUrl,
      `select 1 from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = '${name}'`,
    ),
  ).toEqual([]);
  const left = "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement";
  for (const client of clients) expect((await client.query(left)).rows).toEqual([{ lock: '0', statement: '30s' }]);
  expect(await runOn(databaseUrl, 'select distinct limits from seen')).toEqual([{ limits: '1s 0' }]);
  await db.destroy();
});

test('CHAOS-2 starts that migrate at once make each migration once', async () => {
  const made = (await Promise.all([upgrade(), upgrade(), upgrade()])).flat();
  expect(made.toSorted()).toEqual(own.toSorted());
});

test('UPGRADE-4 a table that is read for long is migrated afterwards, and no write of it waits for two seconds meanwhile', async () => {
  const [reader, writer] = [1, 2].map(() => new pg.Client({ connectionString: databaseUrl })) as [pg.Client, pg.Client];
  await Promise.all([reader.connect(), writer.connect()]);
  await reader.query('begin; select count(*) from ent_usr; select count(*) from session');
  let isDone = false;
  const upgraded = upgrade().finally(() => {
    isDone = true;
  });
  let [longestMs, writes] = [0, 0];
  const until = performance.now() + 4_000;
  while (performance.now() < until) {
    const began = performance.now();
    await writer.query('update ent_usr set updated_at = now(); update session set last_used_at = now()');
    longestMs = Math.max(longestMs, performance.now() - began);
    writes += 1;
    await delay(10);
  }
  expect(isDone).toBe(false);
  await Promise.all([reader.end(), writer.end()]);
  expect(await upgraded).toEqual(own);
  expect(writes).toBeGreaterThan(2);
  expect(longestMs).toBeLessThan(2_000);
  expect(reports).toContainEqual({ fields: {}, text: expect.stringContaining('when its tables are no longer in use') });
});

test('UPGRADE-8 a write that waits for a table of a migration, and has another one of it, is not ended as a deadlock', async () => {
  const [reader, writer, watcher] = [1, 2, 3].map(() => new pg.Client({ connectionString: databaseUrl })) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ];
  await Promise.all([reader.connect(), writer.connect(), watcher.connect()]);
  const waiting = async () => {
    const { rows } = await watcher.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
        where not granted and datname = current_database()`,
    );
    return rows[0]?.waiting ?? 0;
  };
  await reader.query('begin; select from ent_org');
  await writer.query('begin; update ent_usr set updated_at = now()');
  const upgraded = upgrade();
  while ((await waiting()) === 0) await delay(5);
  // Queues behind the migration, which waits for the reader.
  let isWaiting = true;
  const read = writer.query('select from ent_org').finally(() => {
    isWaiting = false;
  });
  while (isWaiting && (await waiting()) < 2) await delay(5);
  await reader.query('commit');
  await expect(read).resolves.toMatchObject({ rowCount: 0 });
  await writer.query('commit');
  expect(await upgraded).toEqual(own);
  await Promise.all([reader.end(), writer.end(), watcher.end()]);
});

test('UPGRADE-8 a migration that locks several tables names them', async () => {
  await runOn(databaseUrl, 'drop schema public cascade; create schema public');
  const db = connect();
  await migrate(db, { last: releasedMigration });
  const tablesOf = async () =>
    (await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)).rows;
  for (const one of Object.keys(migrations).filter((each) => each > releasedMigration)) {
    const before = (await tablesOf()).map((table) => table.name);
    const locked = await db.transaction().execute(async (trx) => {
      await migrations[one]?.up(trx);
      const { rows } = await sql<{ name: string }>`select distinct relname as name from pg_locks
        join pg_class on pg_class.oid = relation where pid = pg_backend_pid() and relname = any(${before}::text[])
        and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`.execute(trx);
      return rows.map((row) => row.name).toSorted();
    });
    const named = migrations[one]?.tables?.toSorted();
    expect([one, named ?? locked.slice(0, 1)]).toEqual([one, locked]);
  }
  await db.destroy();
});
