import { organiserRole, roleLevel } from '@console/contract/access';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';
import { selectUsers, type UserRow } from './user-response.ts';

/** Other active Organisers or higher, who may check the actions of a user or an organisation key. */
export const findOtherOrganisersOrHigher = async (
  trx: Transaction<Database>,
  organisationId: number,
  userId: number | null,
): Promise<UserRow[]> => (await findActiveOrganisersOrHigher(trx, organisationId)).filter(({ id }) => id !== userId);

/** Active Organisers or higher of an organisation, without those with a blocked sign-in. */
export const findActiveOrganisersOrHigher = async (
  trx: Transaction<Database>,
  organisationId: number,
): Promise<UserRow[]> => (await selectActiveOrganisersOrHigher(trx, organisationId)).orderBy('ent_usr.id').execute();

/** Like `findActiveOrganisersOrHigher`, to be ordered. Roles are read first, because the planner cannot estimate how many users match. */
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
