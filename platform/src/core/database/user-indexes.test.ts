import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';
import { createUserIndexes } from './user-indexes.ts';

const platform = useTestPlatform();

test('LARGE-3 a missing index is made without a lock, in the embedded database too', async () => {
  const { db } = platform;
  const isMade = async () => {
    const { rows } = await sql<{ is_made: boolean }>`
      select indisvalid as is_made from pg_index where indexrelid = to_regclass('ent_usr_search')`.execute(db);
    return rows.map((row) => row.is_made);
  };
  await sql`drop index ent_usr_search`.execute(db);
  expect(await isMade()).toEqual([]);
  await createUserIndexes(db);
  expect(await isMade()).toEqual([true]);
});
