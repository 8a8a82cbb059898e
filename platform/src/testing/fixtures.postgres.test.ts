import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from './platform.ts';

const platform = useTestPlatform();

test('a reset waits for an open transaction, whose rows would keep ids that are given again', async () => {
  const insert = sql`insert into ent_org (guid, brandname, created_at, updated_at) values (gen_random_uuid(), 'Late', now(), now())`;
  const trx = await platform.db.startTransaction().execute();
  await insert.execute(trx);
  const reset = platform.reset();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await trx.commit().execute();
  await reset;
  await insert.execute(platform.db);
  const { rows } = await sql`select from ent_org where brandname = 'Late'`.execute(platform.db);
  expect(rows).toHaveLength(1);
});
