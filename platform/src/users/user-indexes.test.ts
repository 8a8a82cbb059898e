import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { createUserIndexes } from './user-indexes.ts';

const platform = useTestPlatform();

test('LARGE-3 LARGE-10 a missing index is made without a lock, after the texts that users lack, in the embedded database too', async () => {
  const { db } = platform;
  const isMade = async () => {
    const { rows } = await sql<{ is_made: boolean }>`
      select indisvalid as is_made from pg_index
      where indexrelid in (to_regclass('ent_usr_folded_order'), to_regclass('ent_usr_folded'))`.execute(db);
    return rows.map((row) => row.is_made);
  };
  const unfilled = () => db.selectFrom('ent_usr').select('id').where('folded_text', 'is', null).execute();
  await sql`drop index ent_usr_folded_order, ent_usr_folded`.execute(db);
  await sql`update ent_usr set folded_text = null`.execute(db);
  expect((await unfilled()).length).toBeGreaterThan(10);
  expect(await isMade()).toEqual([]);
  await createUserIndexes(db);
  expect([await isMade(), await unfilled()]).toEqual([[true, true], []]);
  // State of data that was loaded without triggers.
  await sql`update ent_usr set folded_text = null`.execute(db);
  await createUserIndexes(db);
  expect(await unfilled()).toEqual([]);
});
