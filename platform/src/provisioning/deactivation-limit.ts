import { sql, type Transaction } from 'kysely';
import { addMs, type Clock, hourMs, latestStored } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { countActiveUsers } from '../users/active-users.ts';
import { tooManyDeactivations } from './scim/refusals.ts';

/** Users per hour that can be deactivated whatever the size of the organisation. */
const alwaysAllowed = 20;
/** Share of the active users at the beginning of the hour. */
const allowedShare = 1 / 4;

/** Counts a deactivation or block. Throws 429 beyond 20 users and a quarter of the active ones within an hour. The organisation is locked. */
export async function countDeactivation(
  trx: Transaction<Database>,
  clock: Clock,
  {
    organisationId: ent_org_id,
    userId,
    confirmedAt,
  }: { organisationId: number; userId: number; confirmedAt: Date | null },
): Promise<void> {
  const now = clock();
  await trx
    .deleteFrom('scim_deactivation')
    .where('ent_org_id', '=', ent_org_id)
    .where((of) => of.or([of('at', '<=', addMs(now, -hourMs)), of('at', '>', latestStored(now))]))
    .execute();
  const { others } = await trx
    .selectFrom('scim_deactivation')
    .select(sql<number>`count(distinct ent_usr_id)::int`.as('others'))
    .where('ent_org_id', '=', ent_org_id)
    .where('ent_usr_id', '<>', userId)
    .$if(confirmedAt !== null, (rows) => rows.where('at', '>', confirmedAt as Date))
    .executeTakeFirstOrThrow();
  const users = others + 1;
  if (users > alwaysAllowed && users > allowedShare * ((await countActiveUsers(trx, ent_org_id)) + others))
    throw tooManyDeactivations();
  await trx.insertInto('scim_deactivation').values({ ent_org_id, ent_usr_id: userId, at: now }).execute();
}
