import { isOrganiserOrHigher, roleByName } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockAllowedOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { selectActiveOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { type OrganisationResponse, readOrganisationResponse } from './organisation-response.ts';

/** Active users who are Organiser or higher, by name. */
export async function findOrganiserCandidates(db: Kysely<Database>, organisationId: number): Promise<UserRow[]> {
  const users = await selectActiveOrganisersOrHigher(db, organisationId);
  return users.orderBy('ent_usr.firstname').orderBy('ent_usr.lastname').orderBy('ent_usr.id').execute();
}

export const isOrganiserCandidate = ({ role_id_str, role_label }: UserRow): boolean =>
  isOrganiserOrHigher(roleByName(role_id_str, role_label));

export const notOrganiserCandidate: FieldProblem = {
  code: 'NOT_ALLOWED',
  message: 'must be an active user of the organisation with the role Organiser or higher',
};

/** Sets the organiser of a locked organisation; returns the event. */
export async function writeOrganiser(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  { id, organizer_id }: Pick<LockedOrganisation, 'id' | 'organizer_id'>,
  userId: number,
): Promise<AuditEntry> {
  const values = { organizer_id: userId, updated_at: clock() };
  await trx.updateTable('ent_org').set(values).where('id', '=', id).execute();
  return {
    action: 'organisations:changeOrganiser',
    target: { type: 'ent_org', id },
    before: { organizer_id },
    after: { organizer_id: userId },
  };
}

/** Throws 403, 404, and 422 for a user who is not a candidate. */
export const changeOrganiser = (
  services: Services,
  caller: Caller,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<OrganisationResponse> =>
  runCommand(services, caller, async (trx) => {
    const current = await lockAllowedOrganisation(trx, caller, 'organisations:changeOrganiser', organisationId);
    await lockUser(trx, userId);
    await requireUnchangedCaller(trx, caller);
    const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirst();
    if (!user || user.ent_org_id !== organisationId || user.is_disabled || !isOrganiserCandidate(user))
      throw invalidFields({ organizer_id: [notOrganiserCandidate] });
    if (current.organizer_id === userId)
      return { answer: await readOrganisationResponse(trx, organisationId), audit: null };
    const audit = await writeOrganiser(services, trx, current, userId);
    return { answer: await readOrganisationResponse(trx, organisationId), audit };
  });
