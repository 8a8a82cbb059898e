import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

export type LockedOrganisation = NonNullable<Awaited<ReturnType<typeof lockOrganisation>>>;

/**
 * Locks an organisation's row until the transaction ends, before any user's row. Commands that change it, add or activate its users or fill its
 * senior posts wait; inserts that reference it do not.
 */
export const lockOrganisation = (trx: Transaction<Database>, id: number) =>
  trx
    .selectFrom('ent_org')
    .select(['id', 'brandname', 'email_domain', 'user_limit', 'is_disabled', 'organizer_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
