import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { refusedAs } from '../core/failure.ts';
import type { Database } from '../core/schema.ts';

/** An organisation whose row is held. */
export type HeldOrganisation = NonNullable<Awaited<ReturnType<typeof holdOrganisation>>>;

/**
 * Holds an organisation's row until the transaction ends: whoever adds or activates users of it waits, so that seats are counted once. Held before any
 * user's row. It holds nobody up who only refers to the organisation.
 */
export const holdOrganisation = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('ent_org')
    .select(['id', 'brandname', 'email_domain', 'user_limit', 'is_disabled'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Throws 422 USER_LIMIT_REACHED when so many more active users do not fit. Members count, and nobody who is mapped from elsewhere. */
export async function refuseWithoutSeats(
  trx: Transaction<Database>,
  { id, user_limit }: HeldOrganisation,
  wanted: number,
): Promise<void> {
  if (user_limit === null) return;
  const { active } = await trx
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('ent_org_id', '=', id)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  if (active + wanted > user_limit) throw refusedAs('USER_LIMIT_REACHED', texts.users.limitReached);
}
