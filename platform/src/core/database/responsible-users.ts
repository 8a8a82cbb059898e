import type { Transaction } from 'kysely';
import { findActiveOrganisersOrHigher } from './organisers-or-higher.ts';
import type { Database } from './schema.ts';
import type { UserRow } from './user-response.ts';

/** The organiser, or if there is none, all active users who are Organiser or higher. */
export async function findOrganiserOrSubstitutes(
  trx: Transaction<Database>,
  organisationId: number,
): Promise<UserRow[]> {
  const organisation = await trx
    .selectFrom('ent_org')
    .select('organizer_id')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const candidates = await findActiveOrganisersOrHigher(trx, organisationId);
  const organiser = candidates.find(({ id }) => id === organisation?.organizer_id);
  return organiser ? [organiser] : candidates;
}
