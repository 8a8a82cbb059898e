import { isOrganiserOrHigher, roleByName } from '@console/contract/access';
import type { Kysely } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { type OrganisationAnswer, readOrganisationAnswer } from '../core/database/organisation-answer.ts';
import { selectActiveOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-answer.ts';

/** The candidates for an organisation's organiser: its active users who are Organiser or higher, by name. */
export async function findOrganiserCandidates(db: Kysely<Database>, organisationId: number): Promise<UserRow[]> {
  const users = await selectActiveOrganisersOrHigher(db, organisationId);
  return users.orderBy('ent_usr.firstname').orderBy('ent_usr.lastname').orderBy('ent_usr.id').execute();
}

const isCandidate = ({ role_id_str, role_label }: UserRow) => isOrganiserOrHigher(roleByName(role_id_str, role_label));

/** Sets the organiser of an organisation. Throws 403, 404, and 422 for a user who is not a candidate. */
export const changeOrganiser = (
  services: Services,
  caller: Caller,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<OrganisationAnswer> =>
  runCommand(services, caller, async (trx) => {
    const current = await lockAllowedOrganisation(trx, caller, 'organisations:changeOrganiser', organisationId);
    await lockUser(trx, userId);
    const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirst();
    if (!user || user.ent_org_id !== organisationId || user.is_disabled || !isCandidate(user))
      throw invalidFields({
        organizer_id: [
          {
            code: 'NOT_ALLOWED',
            message: 'must be an active user of the organisation with the role Organiser or higher',
          },
        ],
      });
    if (current.organizer_id === userId)
      return { answer: await readOrganisationAnswer(trx, organisationId), audit: null };
    const values = { organizer_id: userId, updated_at: services.clock() };
    await trx.updateTable('ent_org').set(values).where('id', '=', organisationId).execute();
    const audit = {
      action: 'organisations:changeOrganiser',
      target: { type: 'ent_org', id: organisationId },
      before: { organizer_id: current.organizer_id },
      after: { organizer_id: userId },
    };
    return { answer: await readOrganisationAnswer(trx, organisationId), audit };
  });
