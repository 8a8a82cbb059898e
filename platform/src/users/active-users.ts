import type { Transaction } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** The number of users that count against an organisation's limit: its active users without external ones. */
export async function countActiveUsers(trx: Transaction<Database>, organisationId: number): Promise<number> {
  const { active } = await trx
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  return active;
}
