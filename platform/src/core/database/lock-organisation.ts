import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** An organisation whose row is held. */
export type HeldOrganisation = NonNullable<Awaited<ReturnType<typeof holdOrganisation>>>;

/**
 * Holds an organisation's row until the transaction ends: whoever changes it, adds or activates users of it, or fills its senior posts waits. Held
 * before any user's row. It holds nobody up who only refers to the organisation.
 */
export const holdOrganisation = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('ent_org')
    .select(['id', 'brandname', 'email_domain', 'user_limit', 'is_disabled', 'organizer_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
