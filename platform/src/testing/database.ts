import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, type LogEvent, sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { connectServer, openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { uncheckedConnections } from './fixtures.ts';
import { insertDemoData, templateFiles } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for test databases; only in the project `platform-postgres`. */
    postgresUrl: string;
  }
}

/** Whether the test databases are the embedded one. */
export const isEmbedded = (): boolean => (inject('postgresUrl') as string | undefined) === undefined;

interface TestDatabaseOptions {
  demo?: boolean;
  onStatement?: ((event: LogEvent) => void) | undefined;
}

/** Opens a migrated database of the caller's own, optionally with demo data. `destroy()` removes it. */
export async function openTestDatabase({
  demo = false,
  onStatement,
}: TestDatabaseOptions = {}): Promise<Kysely<Database>> {
  const server = inject('postgresUrl') as string | undefined;
  if (server) return onServer(server, { demo, onStatement });
  return openDatabase({ template: await testTemplate(demo), onStatement });
}

const givenBack: Kysely<Database>[] = [];

/** A migrated database for a test that fills it itself: one returned by an earlier file of this worker, with old rows but neither mails nor a queue, or a new one. */
export async function borrowTestDatabase(): Promise<Kysely<Database>> {
  const db = givenBack.pop();
  if (!db) return openTestDatabase();
  // A file that started the queue leaves tables behind that other files do not expect.
  await sql`drop schema if exists pgboss cascade`.execute(db);
  await db.deleteFrom('mail').execute();
  return db;
}

/** Deletes all mails and their jobs, which are not in the tables of the fixtures. */
export async function deleteMails(db: Kysely<Database>): Promise<void> {
  await sql`do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`.execute(
    db,
  );
  await db.deleteFrom('mail').execute();
}

/** Updates the planner's row counts of all tables, as the server does after some time. */
export const analyzeTables = (db: Kysely<Database>) => sql`analyze`.execute(db);

/** Returns a borrowed database for the next file, because creating one takes longer than most files. */
export const giveBackTestDatabase = (db: Kysely<Database>): void => void givenBack.push(db);

/** A dumped data directory, migrated, optionally with demo data; read at once, because another run may replace the file. */
export const testTemplate = async (demo = false): Promise<Blob> =>
  new Blob([await readFile(demo ? templateFiles.demo : templateFiles.empty)]);

/** Creates the data folder of an earlier start, optionally with demo data. Unpacking a dump takes a tenth of the time of creating a database. */
export async function fillDataFolder(dataDir: string, { demo = false } = {}): Promise<void> {
  const database = join(dataDir, 'database');
  await mkdir(database, { recursive: true });
  await promisify(execFile)('tar', ['-xf', demo ? templateFiles.demo : templateFiles.empty, '-C', database]);
}

async function onServer(server: string, { demo = false, onStatement }: TestDatabaseOptions): Promise<Kysely<Database>> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(server, async (admin) => {
    const template = await templateOn(admin, server, demo);
    await admin.query(`create database ${name} template ${template}`);
  });
  const db = await openDatabase({ databaseUrl: at(server, name), onStatement });
  const unchecked = connectServer({ databaseUrl: withoutChecks(at(server, name)) });
  uncheckedConnections.set(db, unchecked);
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await Promise.all([destroy(), unchecked.destroy()]);
    // The server waits five seconds for connections that are closing: forced, their clients would fail the run.
    const drop = `drop database if exists ${name}`;
    await asAdmin(server, async (admin) => {
      await admin.query(drop).catch(() => admin.query(`${drop} with (force)`));
    });
  };
  return db;
}

// One lock per server, because a database can be copied only without connections.
async function asAdmin(server: string, act: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(1)');
    await act(admin);
  } finally {
    await admin.end();
  }
}

// The hash is part of the template's name: a developer's own server outlives changes of the sources.
let knownHash: string | undefined;
function sourcesHash(): string {
  if (knownHash) return knownHash;
  const hash = createHash('sha256');
  const sources = globSync('{migrations,demo}/**/*', { cwd: join(import.meta.dirname, '..'), withFileTypes: true });
  for (const file of sources.filter((entry) => entry.isFile()))
    hash.update(readFileSync(join(file.parentPath, file.name)));
  knownHash = hash.digest('hex').slice(0, 16);
  return knownHash;
}

async function templateOn(admin: pg.Client, server: string, demo: boolean): Promise<string> {
  const name = `console_${demo ? 'demo' : 'empty'}_${sourcesHash()}`;
  const existing = await admin.query('select 1 from pg_database where datname = $1', [name]);
  if (existing.rowCount) return name;
  await admin.query(`create database ${name}`);
  const db = await openDatabase({ databaseUrl: at(server, name) });
  if (demo) await insertDemoData(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
  return name;
}

const at = (server: string, database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;

function withoutChecks(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c session_replication_role=replica');
  return url.href;
}
