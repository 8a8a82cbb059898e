import { type Kysely, sql, type Transaction } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from './core/database/schema.ts';
import { useTestPlatform } from './testing/platform.ts';

const platform = useTestPlatform();
beforeEach(async () => {
  // The counts are also right for the rows of the fixtures.
  expect(await difference(platform.db)).toEqual([]);
});

/** The stored counts that differ from the numbers of rows. */
async function difference(db: Kysely<Database>) {
  const { rows } = await sql`
    select ent_org_id, role_id, is_disabled, sum(users)::int as off from (
      select ent_org_id, role_id, is_disabled, users from user_count
      union all
      select ent_org_id, coalesce(role_id, 0), is_disabled, -1 from ent_usr where ent_org_id is not null) both_ways
    group by 1, 2, 3 having sum(users) <> 0`.execute(db);
  return rows;
}

test('REST-17 REST-18 REST-37 REST-38 the stored user counts follow every write, of many rows too', async () => {
  const { db, orgs } = platform;
  const now = new Date();
  const writes = [
    sql`insert into ent_usr (ent_org_id, email, role_id, is_disabled, created_at, updated_at)
      select case when n % 3 > 0 then ${orgs.B}::int end, 'n' || n || '@new.example', nullif(n % 6, 0), n % 4 = 0, ${now}, ${now}
      from generate_series(1, 60) n`,
    sql`update ent_usr set firstname = 'Renamed'`,
    sql`update ent_usr set is_disabled = not is_disabled where id % 2 = 0`,
    sql`update ent_usr set role_id = case when role_id = 4 then null else 5 end where id % 3 = 0`,
    sql`update ent_usr set ent_org_id = case when ent_org_id = ${orgs.B} then ${orgs.A}::int else ${orgs.B}::int end where id % 5 = 0`,
    sql`delete from ent_usr where email like 'n1%'`,
  ];
  for (const write of writes) {
    await write.execute(db);
    expect(await difference(db)).toEqual([]);
  }
  await expect(
    db.transaction().execute(async (trx) => {
      await sql`update ent_usr set is_disabled = true`.execute(trx);
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  expect(await difference(db)).toEqual([]);
});

test('REST-17 REST-37 writers of one organisation count in parallel without waiting', async () => {
  const { db, users } = platform;
  const hold = async (work: (trx: Transaction<Database>) => Promise<unknown>) => {
    const trx = await db.startTransaction().execute();
    await sql`set local lock_timeout = '1s'`.execute(trx);
    await work(trx);
    return trx;
  };
  const disable = (id: number) => (trx: Transaction<Database>) =>
    trx.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
  const open = await Promise.all(
    [users.adm, users.arc, users.orgA, users.assA, users.audA].map(({ id }) => hold(disable(id))),
  );
  for (const [place, trx] of open.entries()) {
    await (place % 2 === 0 ? trx.commit() : trx.rollback()).execute();
    expect(await difference(db)).toEqual([]);
  }
});
