import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { baseline, commitBeforeBaseline } from './baseline.ts';
import { readAppliedMigrations } from './later-migrations.ts';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Turns the database into one that has some of the migrations before the baseline, each with a mark. */
async function putBack(...names: string[]): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration (name, timestamp, compatible_from)
    select name, '2026-01-01', '0026_passkeys' from unnest(${names}::text[]) as name`.execute(db);
}

test('UPGRADE-6 a database with the last migration before the baseline has the baseline alone after several starts at once', async () => {
  const { rows: before } = await sql`select * from role order by id`.execute(db);
  await putBack('0001_init', '0072_evidence_pages', '0073_leftovers');
  const toBaseline = () => migrate(db, { last: baseline });
  expect(await Promise.all([toBaseline(), toBaseline(), toBaseline()])).toEqual([[], [], []]);
  expect(await readAppliedMigrations(db)).toEqual([{ name: baseline, compatible_from: null }]);
  expect((await sql`select * from role order by id`.execute(db)).rows).toEqual(before);
});

test('UPGRADE-6 an older database is refused with one line that names the commit to start first, and nothing is changed', async () => {
  await putBack('0001_init', '0072_evidence_pages');
  const before = await readAppliedMigrations(db);
  const refusal = await migrate(db).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(
    `The database is from before the first release (its last migration is 0072_evidence_pages): start it with commit ${commitBeforeBaseline} first.`,
  );
  expect(await readAppliedMigrations(db)).toEqual(before);
});
