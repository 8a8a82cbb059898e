import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { findChangedCollations } from './collation-version.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.destroy());

test('DOCTOR-8 a collation of another version is found with the statements that repair it, which do', async () => {
  expect(await findChangedCollations(db)).toEqual({ collations: [], repair: [] });
  await sql`update pg_collation set collversion = '1' where collname = 'words'`.execute(db);
  const { collations, repair } = await findChangedCollations(db);
  expect(collations).toEqual([{ name: 'public.words', stored: '1', actual: expect.stringMatching(/^[\d.]+$/) }]);
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db);
  expect(repair).toEqual([
    `reindex database concurrently ${rows[0]?.name}`,
    'alter collation public.words refresh version',
  ]);
  for (const statement of repair) await sql.raw(statement).execute(db);
  expect(await findChangedCollations(db)).toEqual({ collations: [], repair: [] });
});

test('DOCTOR-8 so is that of the database, and a collation of another schema is left alone', async () => {
  await sql`create schema other`.execute(db);
  await sql`create collation other.words (provider = icu, locale = 'und')`.execute(db);
  await sql`update pg_collation set collversion = '1' where collnamespace = 'other'::regnamespace`.execute(db);
  expect(await findChangedCollations(db)).toEqual({ collations: [], repair: [] });
  await sql`update pg_database set datcollversion = '1', datlocprovider = 'c', datcollate = 'en_US.UTF-8', datctype = 'en_US.UTF-8'
    where datname = current_database()`.execute(db);
  const { collations, repair } = await findChangedCollations(db);
  expect(collations).toEqual([{ name: 'default', stored: '1', actual: expect.stringMatching(/^[\d.]+$/) }]);
  expect(repair).toEqual([
    expect.stringMatching(/^reindex database concurrently test_\w+$/),
    expect.stringMatching(/^alter database test_\w+ refresh collation version$/),
  ]);
});
