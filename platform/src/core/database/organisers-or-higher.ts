import { organiserRole, roleLevel } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { selectUsers, type UserRow } from './user-answer.ts';

/** Those who may check what a user has done: the other active users of an organisation who are Organiser or higher. */
export const findOtherOrganisersOrHigher = async (
  trx: Transaction<Database>,
  organisationId: number,
  userId: number,
): Promise<UserRow[]> => (await findActiveOrganisersOrHigher(trx, organisationId)).filter(({ id }) => id !== userId);

/** The active users of an organisation who are Organiser or higher. */
export const findActiveOrganisersOrHigher = (trx: Transaction<Database>, organisationId: number): Promise<UserRow[]> =>
  selectUsers(trx)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.is_disabled', '=', false)
    .where('role.level', '<=', roleLevel(organiserRole))
    .orderBy('ent_usr.id')
    .execute();
