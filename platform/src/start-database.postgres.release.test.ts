import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from './core/database/database.ts';
import { migrate } from './core/database/migrate.ts';
import { MigrationDialect } from './core/database/migration-dialect.ts';
import type { Database } from './core/database/schema.ts';
import { freePort } from './testing/free-port.ts';
import { runOn, startReplica, startServer, stopServer } from './testing/postgres-server.ts';
import { runNode } from './testing/processes.ts';

/** Starts on unusable databases of a server. Each start ends with a single line. */

let [server, dataDir] = ['', ''];
const password = 'canary-of-the-password';

/** An address of the server for another user or database. */
const at = (database: string, user: string | null = 'console', search = '') => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  url.username = user ?? 'postgres';
  if (user) url.password = password;
  url.search = search;
  return url.href;
};
const asAdmin = (statement: string, database = 'postgres') => runOn(at(database, null), statement);

beforeAll(async () => {
  server = await startServer();
  dataDir = await mkdtemp(join(tmpdir(), 'console-test-'));
  const [file] = await asAdmin(`create role console login password '${password}'; show hba_file`).then(() =>
    runOn<{ hba_file: string }>(server, 'show hba_file'),
  );
  const rules = readFileSync(file?.hba_file ?? '', 'utf8');
  writeFileSync(file?.hba_file ?? '', 'host all console 127.0.0.1/32 scram-sha-256\nhost all stranger all reject\n');
  appendFileSync(file?.hba_file ?? '', rules);
  await asAdmin('select pg_reload_conf()');
});
afterAll(async () => {
  await stopServer();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the platform, which must end with exit code 1, and returns its line. */
async function lineOf(databaseUrl: string, more: Record<string, string> = {}): Promise<string> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PLATFORM_PORT: String(await freePort()), DEMO: 'off' };
  const ran = runNode([join(import.meta.dirname, 'main.ts')], {
    PATH: process.env.PATH,
    HOME: '/nowhere',
    ...env,
    ...more,
  });
  const [code] = await once(ran.child, 'close');
  expect([code, ran.output()]).toEqual([1, '']);
  expect(ran.errors()).toMatch(/^.+\.\n$/);
  expect(ran.errors()).not.toContain('canary');
  return ran.errors().trimEnd();
}

/** A database that the user of the console owns, unless another owner is named. */
const create = async (name: string, owner = 'console', more = '') =>
  void (await asAdmin(`create database ${name} owner ${owner} ${more}`));

async function migrateAs(user: string | null, database: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: at(database, user) });
  const db = new Kysely<Database>({ dialect: new MigrationDialect({ pool }) });
  await migrate(db).finally(() => db.destroy());
}

interface Case {
  name: string;
  prepare: () => Promise<string>;
  env?: Record<string, string>;
  line: string | RegExp;
}

const cases: Case[] = [
  {
    name: 'of a user without rights on the schema',
    prepare: async () => {
      await create('of_postgres', 'postgres');
      return at('of_postgres');
    },
    line: 'DATABASE_URL: the user console is not allowed to create tables in the database of_postgres: run alter database of_postgres owner to console, or grant create on schema public to console and grant create on database of_postgres to console.',
  },
  {
    name: 'with a user who may create tables and no schema',
    prepare: async () => {
      await create('half', 'postgres');
      await asAdmin('grant create on schema public to console', 'half');
      return at('half');
    },
    line: 'DATABASE_URL: the user console is not allowed to create schemas in the database half: run alter database half owner to console, or grant create on database half to console.',
  },
  {
    name: 'without a schema for the user',
    prepare: async () => {
      await create('hidden', 'postgres');
      await asAdmin('revoke all on schema public from public', 'hidden');
      return at('hidden');
    },
    line: /^DATABASE_URL: the user console is not allowed to use a schema of the database hidden\. Run alter database hidden owner to console, or grant usage, create on schema public to console\.$/,
  },
  {
    name: 'with a read-only user',
    prepare: async () => {
      await create('read_only');
      await asAdmin(`create role reader login; grant console to reader;
        alter role reader set default_transaction_read_only = on`);
      return at('read_only', 'reader');
    },
    line: 'DATABASE_URL: the connection is read-only: run alter role reader reset default_transaction_read_only.',
  },
  {
    name: 'that is read-only',
    prepare: async () => {
      await create('frozen');
      await asAdmin('alter database frozen set default_transaction_read_only = on');
      return at('frozen');
    },
    line: 'DATABASE_URL: the connection is read-only: run alter database frozen reset default_transaction_read_only.',
  },
  {
    name: 'that is read-only by the address',
    prepare: async () => {
      await create('by_address');
      return at('by_address', 'console', '?options=-c%20default_transaction_read_only%3Don');
    },
    line: 'DATABASE_URL: the connection is read-only: leave default_transaction_read_only out of DATABASE_URL and PGOPTIONS.',
  },
  {
    name: 'that was restored as another user',
    prepare: async () => {
      await create('restored');
      await migrateAs(null, 'restored');
      return at('restored');
    },
    line: /^DATABASE_URL: the table public\.\w+ belongs to postgres and not to console \(permission denied for table \w+\)\. Run alter table public\.\w+ owner to console, and the same for each other table of postgres\.$/,
  },
  {
    name: 'with tables of another user, when a migration must change them',
    prepare: async () => {
      await create('granted');
      await migrateAs(null, 'granted');
      await asAdmin('grant all on all tables in schema public to console', 'granted');
      return at('granted');
    },
    env: { NODE_OPTIONS: `--import=${import.meta.resolve('./testing/next-release.ts')}` },
    line: /^DATABASE_URL: the table public\.\w+ belongs to postgres and not to console \(must be owner of table \w+\)\. Run alter table/,
  },
  {
    name: 'that has all tables, with a user who may not make the queue',
    prepare: async () => {
      await create('no_queue');
      await migrateAs('console', 'no_queue');
      await asAdmin('alter database no_queue owner to postgres');
      return at('no_queue');
    },
    env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    line: /^DATABASE_URL: the user console is not allowed to create tables in the database no_queue: run alter database no_queue owner to console, or /,
  },
  {
    name: 'of another program',
    prepare: async () => {
      await create('shared');
      await runOn(at('shared'), 'create table ent_usr (name text)');
      return at('shared');
    },
    line: 'DATABASE_URL: the database has objects of another program (relation "ent_usr" already exists): give the console a database of its own.',
  },
  {
    name: 'in another encoding',
    prepare: async () => {
      await create('latin', 'console', `encoding 'LATIN1' template template0`);
      return at('latin');
    },
    line: `DATABASE_URL: the database latin has the encoding LATIN1: create one with create database console owner console encoding 'UTF8' template template0.`,
  },
  {
    name: 'on a full disk',
    prepare: async () => {
      await create('no_room');
      await asAdmin(
        `create function no_space() returns event_trigger language plpgsql as $$ begin
          raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$;
        create event trigger no_space on ddl_command_end when tag in ('CREATE TABLE') execute function no_space()`,
        'no_room',
      );
      return at('no_room');
    },
    line: 'DATABASE_URL: the disk of the database is full (could not extend file "base/1": No space left on device): free some space and start again.',
  },
  {
    name: 'that is not there',
    prepare: async () => at('absent'),
    line: 'DATABASE_URL: the server has no database "absent": create it, with the user "console" as its owner.',
  },
  {
    name: 'to which the user may not connect',
    prepare: async () => {
      await create('closed', 'postgres');
      await asAdmin('revoke connect on database closed from public');
      return at('closed');
    },
    line: 'DATABASE_URL: the user "console" is not allowed to connect to the database "closed": grant connect on database "closed" to "console".',
  },
  {
    name: 'that does not accept connections',
    prepare: async () => {
      await create('stopped');
      await asAdmin('alter database stopped allow_connections false');
      return at('stopped');
    },
    line: /^DATABASE_URL: the database "stopped" does not accept connections \(.+\): alter database "stopped" allow_connections true\.$/,
  },
  {
    name: 'with as many connections as it may have',
    prepare: async () => {
      await create('crowded', 'console', 'connection limit 0');
      return at('crowded');
    },
    line: 'DATABASE_URL: the server has no connections left (too many connections for database "crowded"): raise max_connections, or the connection limit of the user or the database.',
  },
  {
    name: 'with the wrong password',
    prepare: async () => at('postgres').replace(password, 'another-canary'),
    line: 'DATABASE_URL: the server refuses the user "console" or the password: correct them.',
  },
  {
    name: 'without the password',
    prepare: async () => at('postgres').replace(`:${password}`, ''),
    line: 'DATABASE_URL: the server requires a password, but the URL has none: add it.',
  },
  {
    name: 'with a user that is not there',
    prepare: async () => at('postgres', 'absent'),
    line: 'DATABASE_URL: the server does not admit the user "absent" (role "absent" does not exist): correct the user, or allow it in pg_hba.conf.',
  },
  {
    name: 'with a user that pg_hba.conf leaves out',
    prepare: async () => at('postgres', 'stranger'),
    line: /^DATABASE_URL: the server does not admit the user "stranger" \(.*pg_hba\.conf.*\): correct the user, or allow it in pg_hba\.conf\.$/,
  },
  {
    name: 'with TLS, which the server has not',
    prepare: async () => at('postgres', 'console', '?sslmode=verify-full'),
    line: 'DATABASE_URL: the database cannot be reached: The server does not support SSL connections.',
  },
  {
    name: 'with a certificate file that is not there',
    prepare: async () => at('postgres', 'console', '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
    line: 'DATABASE_URL: the database cannot be reached: no such file or directory (ENOENT).',
  },
  {
    name: 'on a host of several addresses on which nothing listens',
    prepare: async () => Object.assign(new URL(at('postgres')), { hostname: 'localhost', port: '1' }).href,
    line: /^DATABASE_URL: the database cannot be reached: .*ECONNREFUSED.*\.$/,
  },
  {
    name: 'on a replica',
    prepare: async () => {
      await create('copied');
      await migrateAs('console', 'copied');
      replica = await startReplica(server);
      return Object.assign(new URL(at('copied')), { port: new URL(replica.url).port }).href;
    },
    line: 'DATABASE_URL: it leads to a replica, which is read-only: use the URL of the primary.',
  },
];
let replica: Awaited<ReturnType<typeof startReplica>> | undefined;
afterAll(() => replica?.stop());

describe('BOOT-1 a start on a database', () => {
  test.each(cases)(
    '$name ends with exit code 1 and one line that says what to do, without the password',
    async (one) => {
      const said = await lineOf(await one.prepare(), one.env);
      if (typeof one.line === 'string') expect(said).toBe(one.line);
      else expect(said).toMatch(one.line);
    },
  );
});

test('BOOT-1 a database starts once its user owns it, and one that has all may have an owner of its own', async () => {
  await create('given', 'postgres');
  await expect(openDatabase({ databaseUrl: at('given') })).rejects.toThrow('is not allowed to create tables');
  await asAdmin('alter database given owner to console');
  await (await openDatabase({ databaseUrl: at('given') })).destroy();
  await asAdmin('alter database given owner to postgres');
  await (await openDatabase({ databaseUrl: at('given') })).destroy();
});

test('BOOT-1 a server that does not speak the protocol is one line', async () => {
  const web = createServer().listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  const said = await lineOf(Object.assign(new URL(at('postgres')), { port: String(port) }).href);
  expect(said).toMatch(/^DATABASE_URL: the database cannot be reached: .+\.$/);
  web.close();
});

test('BOOT-1 a server that stops is one line', async () => {
  const session = new pg.Client({ connectionString: at('postgres', null) });
  await session.connect();
  const { rows } = await session.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  // The server waits for the open session, and accepts no other connection.
  process.kill(Number(rows[0]?.pid), 'SIGTERM');
  await expect
    .poll(
      () =>
        runOn(at('postgres', null), 'select 1').then(
          () => '',
          ({ code }) => code,
        ),
      { timeout: 60_000 },
    )
    .toBe('57P03');
  expect(await lineOf(at('postgres'))).toBe(
    'DATABASE_URL: the server is starting or stopping (the database system is shutting down): start again when it accepts connections.',
  );
  await session.end();
});
