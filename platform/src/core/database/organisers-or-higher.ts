import { organiserRole, roleLevel } from '@console/contract/access';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { selectUsers, type UserRow } from './user-answer.ts';

/** Those who may check what a user, or a key of the organisation, has done: the other active users of an organisation who are Organiser or higher. */
export const findOtherOrganisersOrHigher = async (
  trx: Transaction<Database>,
  organisationId: number,
  userId: number | null,
): Promise<UserRow[]> => (await findActiveOrganisersOrHigher(trx, organisationId)).filter(({ id }) => id !== userId);

/** The active users of an organisation who are Organiser or higher, without those with a blocked sign-in. */
export const findActiveOrganisersOrHigher = async (
  trx: Transaction<Database>,
  organisationId: number,
): Promise<UserRow[]> => (await selectActiveOrganisersOrHigher(trx, organisationId)).orderBy('ent_usr.id').execute();

/** The same to be ordered. Their ids come from an index; the roles are read before, because the planner cannot estimate how many users they match. */
export async function selectActiveOrganisersOrHigher(db: Kysely<Database>, organisationId: number) {
  const roles = await db.selectFrom('role').select('id').where('level', '<=', roleLevel(organiserRole)).execute();
  const ids = db
    .selectFrom('ent_usr')
    .select('id')
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .where('sign_in_blocked_at', 'is', null)
    .where(sql<boolean>`role_id = any(${roles.map(({ id }) => id)}::int[])`);
  return selectUsers(db).where('ent_usr.id', 'in', ids);
}
