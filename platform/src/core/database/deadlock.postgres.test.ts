import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { useTestPlatform } from '../../testing/platform.ts';

const platform = useTestPlatform();

test('UPGRADE-9 a change that PostgreSQL ends as a deadlock is answered as an outage, and nothing of it is stored', async () => {
  const { db, orgs, users } = platform;
  const { apiKey } = await platform.signIn('adm');
  const { id } = users.audA;
  await sql`update ent_usr set is_disabled = true where id = ${id}`.execute(db);
  const lockOrganisation = (trx: typeof db) => sql`select from ent_org where id = ${orgs.A} for update`.execute(trx);
  const activated = await db.transaction().execute(async (trx) => {
    // With this timeout, only the call looks for deadlocks, not this transaction.
    await sql`set local deadlock_timeout = '1h'`.execute(trx);
    await sql`select from ent_usr where id = ${id} for update`.execute(trx);
    // Both wait for the organisation, the call first. Once the call has it, it waits for the user, which this transaction has locked.
    const { call, lock } = await db.transaction().execute(async (holder) => {
      await lockOrganisation(holder);
      const call = platform.call('POST /consoles/activate_deactivate_user', { key: apiKey, body: { userId: id } });
      await untilLockWaits(platform.db, 1);
      const lock = lockOrganisation(trx);
      await untilLockWaits(platform.db, 2);
      return { call, lock };
    });
    const answer = await call;
    await lock;
    return answer;
  });
  expect([activated.statusCode, activated.headers['retry-after'], activated.json()]).toEqual([
    503,
    '1',
    { message: 'Request Failed' },
  ]);
  const { is_disabled } = await db
    .selectFrom('ent_usr')
    .select('is_disabled')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(is_disabled).toBe(true);
});
