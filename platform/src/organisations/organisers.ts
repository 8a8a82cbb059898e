import { isOrganiserOrHigher, roleByName } from '@console/contract/access';
import type { Kysely } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { invalid } from '../core/base/failure.ts';
import { type EntOrg, readEntOrg } from '../core/database/ent-org.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';

/** Who may become the organiser of an organisation: its active users who are Organiser or higher, by name. */
export async function organiserCandidates(db: Kysely<Database>, organisationId: number): Promise<UserRow[]> {
  const users = await selectUsers(db)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.is_disabled', '=', false)
    .where('ent_usr.role_id', 'is not', null)
    .orderBy('ent_usr.firstname')
    .orderBy('ent_usr.lastname')
    .orderBy('ent_usr.id')
    .execute();
  return users.filter(mayOrganise);
}

const mayOrganise = ({ role_id_str, role_label }: UserRow) => isOrganiserOrHigher(roleByName(role_id_str, role_label));

/** Makes one of its candidates the organiser of an organisation. Throws 403, 404, and 422 for everybody else. */
export const changeOrganiser = (
  services: Services,
  caller: Caller,
  requestId: string,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<EntOrg> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const was = await holdReached(trx, caller, 'organisations:changeOrganiser', organisationId);
    await holdUser(trx, userId);
    const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirst();
    if (!user || user.ent_org_id !== organisationId || user.is_disabled || !mayOrganise(user))
      throw invalid({ organizer_id: ['must be an active user of the organisation, Organiser or higher'] });
    if (was.organizer_id === userId) return { answer: await readEntOrg(trx, organisationId), audit: null };
    const values = { organizer_id: userId, updated_at: services.clock() };
    await trx.updateTable('ent_org').set(values).where('id', '=', organisationId).execute();
    const audit = {
      action: 'organisations:changeOrganiser',
      target: { type: 'ent_org', id: organisationId },
      before: { organizer_id: was.organizer_id },
      after: { organizer_id: userId },
    };
    return { answer: await readEntOrg(trx, organisationId), audit };
  });
