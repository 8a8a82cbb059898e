import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Removes all that migrations have made. */
const removeAll = async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
};
const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort();

test('DESIGN-5 counts are numbers and timestamps are dates on both databases', async () => {
  const { rows } = await sql`select count(*) as n, now() as at from role`.execute(db);
  expect(rows).toEqual([{ n: 5, at: expect.any(Date) }]);
});

test('DESIGN-5 migrating again changes nothing', async () => {
  const before = await sql`select * from kysely_migration`.execute(db);
  await migrate(db);
  expect((await sql`select * from kysely_migration`.execute(db)).rows).toEqual(before.rows);
  expect(before.rows).toHaveLength(Object.keys(migrations).length);
});

test('RELIABILITY-F19 DESIGN-5 several platforms that start on an empty database migrate it once', async () => {
  await removeAll();
  await Promise.all([migrate(db), migrate(db), migrate(db)]);
  expect(await tables()).toContain('ent_usr');
});

test('DESIGN-5 USER-3 case and accents of every alphabet are folded and ordered the same on both databases', async () => {
  const texts = ['Zoe', 'éva', 'bob', 'Eva', 'ÖL', 'Ωμέγα', 'Bob'];
  const { rows } = await sql<{ ordered: string[]; folded: string }>`select
    array_agg(text order by text collate words) as ordered,
    lower(string_agg(text, ' ' order by text collate words) collate words) as folded from unnest(${texts}::text[]) as text`.execute(
    db,
  );
  expect(rows[0]?.ordered).toEqual(['bob', 'Bob', 'Eva', 'éva', 'ÖL', 'Zoe', 'Ωμέγα']);
  expect(rows[0]?.folded).toBe('bob bob eva éva öl zoe ωμέγα');
});

test('DESIGN-7 a database of a newer release is refused in one line and unchanged', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01')`.execute(db);
  await sql`delete from kysely_migration where name <> '9999_future'`.execute(db);
  const before = await tables();
  const refusal = await migrate(db).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(
    'The database belongs to a newer release (it has migration 9999_future): start that release, or restore a backup.',
  );
  expect(await tables()).toEqual(before);
  expect((await sql`select name from kysely_migration`.execute(db)).rows).toEqual([{ name: '9999_future' }]);
});

test('DESIGN-7 an unreachable database server is one line with DATABASE_URL and without its password', async () => {
  const refusal = await openDatabase({ databaseUrl: 'postgres://u:canary@127.0.0.1:1/x' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(/^DATABASE_URL: the database cannot be reached: .*ECONNREFUSED/);
  expect(refusal.message).not.toContain('canary');
});
