import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readPlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { openTestDatabase } from '../testing/database.ts';
import { runOn } from '../testing/postgres-server.ts';
import { addUsers } from '../testing/users.ts';
import { checkDatabase } from './check-database.ts';

const server = inject('postgresUrl');
const role = `test_${randomBytes(8).toString('hex')}`;
let db: Kysely<Database>;
let name: string;
beforeEach(async () => {
  db = await openTestDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  name = rows[0]?.name ?? '';
  await runOn(server, `create role ${role} login`);
});
afterEach(async () => {
  await sql.raw(`drop owned by ${role}`).execute(db);
  await db.destroy();
  await runOn(server, `drop role ${role}`);
});

/** Lines of the check about the database, as the role connects. */
async function linesFor(username: string, database = name): Promise<string[]> {
  const DATABASE_URL = Object.assign(new URL(server), { pathname: `/${database}`, username }).href;
  const settings = readPlatformSettings({ DATABASE_URL, DATA_DIR: '/nonexistent' });
  const { findings } = await checkDatabase(settings, new Map());
  return findings.flatMap(({ level, subject, text }) => (subject === 'database' ? `${level} ${text}` : []));
}

const foreignTable = () =>
  expect.stringMatching(
    new RegExp(
      `the table public\\.\\w+ belongs to \\w+ and not to ${role}\\. Run alter table public\\.\\w+ owner to ${role}, and the same for each other table of \\w+\\.$`,
    ),
  );

test('DOCTOR-12 tables of another role are a problem while they cannot be used, and a warning before an upgrade where they can', async () => {
  const [problem, ...more] = await linesFor(role);
  expect([problem, more]).toEqual([foreignTable(), []]);
  expect(problem).toMatch(/^problem DATABASE_URL: the table/);
  await sql
    .raw(`grant all on all tables in schema public to ${role}; grant all on schema public to ${role}`)
    .execute(db);
  const [warning] = await linesFor(role);
  expect(warning).toEqual(foreignTable());
  expect(warning).toMatch(/^warning The next upgrade will fail: the table/);
});

test('DOCTOR-12 an empty database in which the role may create nothing, and one that is read-only, are problems with the statement that helps', async () => {
  const empty = `${role}_empty`;
  await runOn(server, `create database ${empty}`);
  try {
    expect(await linesFor(role, empty)).toContain(
      `problem DATABASE_URL: the user ${role} is not allowed to create tables in the database ${empty}: run alter database ${empty} owner to ${role}, or grant create on schema public to ${role} and grant create on database ${empty} to ${role}.`,
    );
    await runOn(server, `alter database ${empty} owner to ${role}`);
    expect(await linesFor(role, empty)).toContain('ok No tables yet. The first start creates them.');
    await runOn(server, `alter role ${role} set default_transaction_read_only = on`);
    expect(await linesFor(role, empty)).toContain(
      `problem DATABASE_URL: the connection is read-only: run alter role ${role} reset default_transaction_read_only.`,
    );
  } finally {
    await runOn(server, `drop database ${empty}`);
  }
});

test('DOCTOR-13 a limit that leaves too few connections is a warning that names it', async () => {
  await runOn(server, `alter role ${role} connection limit 6; grant ${new URL(server).username} to ${role}`);
  expect((await linesFor(role)).join('\n')).toMatch(
    /^warning Only \d of 6 connections are left, and a platform needs up to 13\. Raise the limit of the user\.$/m,
  );
});

test('DOMAIN-8 two users with one mailbox in two spellings are a warning that says what to do', async () => {
  await addUsers(db, null, [
    { email: 'ann@bücher.example' },
    { email: 'ann@xn--bcher-kva.example' },
    { email: 'änn@bank.example' },
  ]);
  expect((await linesFor(new URL(server).username)).join('\n')).toMatch(
    /warning Two users have one mailbox in two spellings: ann@bücher\.example \(user \d+\) and ann@xn--bcher-kva\.example\. Each signs in .* erase the user that is not needed\./,
  );
});

test('DOCTOR-8 a collation of another version is a warning with the statements that repair it', async () => {
  const { username } = new URL(server);
  expect((await linesFor(username)).join('\n')).not.toContain('collation');
  await sql`update pg_collation set collversion = '1' where collname = 'words'`.execute(db);
  expect((await linesFor(username)).join('\n')).toMatch(
    new RegExp(
      `^warning The sort order of text has changed .+\\(collation public\\.words: 1, now [\\d.]+\\)\\. Run reindex database concurrently ${name}; alter collation public\\.words refresh version;$`,
      'm',
    ),
  );
});
