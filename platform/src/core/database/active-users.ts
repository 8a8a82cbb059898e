import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** How many active users count against an organisation's limit: its members, and nobody who is mapped from elsewhere. */
export async function countActiveUsers(trx: Transaction<Database>, organisationId: number): Promise<number> {
  const { active } = await trx
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  return active;
}
