import { scopeOf } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { requireManageableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { assertUnchanged } from '../core/base/assert-unchanged.ts';
import { forbidden, invalidFields, notFound } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { isSeniorPost, refuseVacatingRequiredPost, translateTakenDesignationError } from './designations.ts';

import type { UserInput } from './user-form.ts';

/** Gives a senior position; the previous holder loses it. Throws 403, 404, 409, 422 for a vacant CEO or an organiser's own. */
export const nominateToSeniorPost = (
  services: Services,
  caller: Caller,
  userId: number,
  input: UserInput,
): Promise<UserRow> =>
  runCommand(services, caller, async (trx) => {
    // Locks the organisation too, so that the second of two nominations sees the result of the first.
    const { user, organisation } = await lockManagedUser(trx, caller, 'organisations:nominate', userId, {
      withOrganisation: true,
      withCaller: false,
    });
    if (scopeOf(caller, 'users:edit') === null) throw forbidden();
    const designation = input.designation?.trim();
    if (!isSeniorPost(designation))
      throw invalidFields({ designation: [{ code: 'NOT_ALLOWED', message: 'must be a senior designation' }] });
    if (!organisation) throw notFound();
    assertUnchanged('user', user.updated_at, input.expected_updated_at);
    if (user.is_disabled) throw invalidFields({ id: [{ code: 'NOT_ALLOWED', message: 'must be an active user' }] });
    if (user.designation === designation) return { answer: user, audit: null };
    refuseVacatingRequiredPost(user.designation);
    const holder = await findHolder(trx, organisation.id, designation);
    if (holder) refuseReplacing(caller, holder, organisation.organizer_id, designation);
    const now = services.clock();
    const setDesignation = (id: number, value: string | null) =>
      trx.updateTable('ent_usr').set({ designation: value, updated_at: now }).where('id', '=', id).execute();
    // The previous holder first, because the unique index allows one holder at any time.
    if (holder) await setDesignation(holder.id, null);
    await setDesignation(userId, designation);
    const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    const audit = {
      action: 'organisations:nominate',
      target: { type: 'ent_usr', id: userId },
      before: { designation: user.designation, ...(holder && { holder_id: holder.id }) },
      after: { designation, ...(holder && { holder_id: userId }) },
    };
    return { answer, audit };
  }).catch(translateTakenDesignationError);

function refuseReplacing(caller: Caller, holder: UserRow, organiserId: number | null, designation: string): void {
  const target = { type: 'ent_usr', id: holder.id };
  requireManageableRole(caller, 'organisations:nominate', roleOf(holder), target);
  if (holder.id === organiserId && holder.id !== caller.userId)
    throw invalidFields({ designation: [{ code: 'TAKEN', message: texts.organisations.duplicateUser(designation) }] });
}

const findHolder = (trx: Transaction<Database>, organisationId: number, designation: string) =>
  selectUsers(trx)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.designation', '=', designation)
    .where('ent_usr.is_disabled', '=', false)
    .executeTakeFirst();
