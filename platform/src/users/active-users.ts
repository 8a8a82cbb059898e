import type { Transaction } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** Users that count against the user limit: active ones, without external users. */
export async function countActiveUsers(trx: Transaction<Database>, organisationId: number): Promise<number> {
  const { active } = await trx
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  return active;
}
