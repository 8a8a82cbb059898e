import { reachesRole } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { forgetDevices } from '../core/access/revoke-sessions.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, refusalOf } from '../core/base/audit-entry.ts';
import { audited, forbidden, unauthenticated } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { act, type Done } from '../core/database/transaction.ts';
import { refuseHeldDesignation } from './designations.ts';
import { mapExternal } from './map-external.ts';
import { refuseEmptied, refuseUnnominated } from './nominate.ts';
import { givenRole } from './roles.ts';
import { refuseStale } from './stale.ts';
import { type OwnForm, readOwnForm, readUserForm, type UserForm, type UserInput } from './user-form.ts';
import { holdTarget } from './whose.ts';

/**
 * Changes a user's record to what a form says, or lets an external user in with it, and answers it as it is then. Of their own record people set what `OwnForm` has, and the rest is ignored.
 * Throws 404 for a user of another organisation, 403 for a higher role than the caller's, 409 when the record is newer than the caller knows, 422.
 */
export const updateUser = (
  services: Services,
  caller: Caller,
  requestId: string,
  userId: number,
  input: UserInput,
): Promise<UserRow> =>
  act(services, { ...caller, requestId }, (trx) =>
    userId === caller.userId
      ? updateOwn(services, trx, caller, input)
      : updateOther(services, trx, caller, userId, input),
  ).catch(refuseHeldDesignation);

async function updateOwn(services: Services, trx: Transaction<Database>, caller: Caller, input: UserInput) {
  const form = readOwnForm(input);
  await holdUser(trx, caller.userId);
  const was = await selectUsers(trx).where('ent_usr.id', '=', caller.userId).executeTakeFirst();
  // Deleted since the key was looked up.
  if (!was) throw unauthenticated();
  refuseStale(was, input.expected_updated_at);
  const { answer, audit } = await change(services, trx, caller, was, form);
  const role = await givenRole(trx, input.role_id);
  if (role.id === undefined || role.id === was.role_id) return { answer, audit };
  const tried = refusalOf('users:edit', 'oneself', { type: 'ent_usr', id: caller.userId });
  return { answer, audit: [audit ?? [], tried].flat() };
}

async function updateOther(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  input: UserInput,
) {
  const mapped = await mapExternal(services, trx, caller, userId, input);
  if (mapped) return mapped;
  const { user: was } = await holdTarget(trx, caller, 'users:edit', userId, { seats: false });
  const role = await givenRole(trx, input.role_id ?? was.role_id);
  if (role.key && !reachesRole(caller.role, role.key))
    throw audited(forbidden(), refusalOf('users:edit', 'level', { type: 'ent_usr', id: userId }));
  const form = readUserForm(input, role, was);
  refuseStale(was, input.expected_updated_at);
  // A device is trusted for what its user could do when the passcode was typed (SECURITY 3.9).
  if (form.role_id !== was.role_id) await forgetDevices(trx, userId);
  return change(services, trx, caller, was, form);
}

/** What stays the same is neither written nor in the audit log. */
async function change<F extends OwnForm | UserForm>(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  was: UserRow,
  form: F,
): Promise<Done<UserRow>> {
  if (form.designation !== was.designation && !was.is_disabled) refuseEmptied(was.designation);
  refuseUnnominated(caller, was.designation, form.designation);
  const changed = (Object.keys(form) as (keyof UserForm & keyof F)[]).filter((field) => form[field] !== was[field]);
  if (changed.length === 0) return { answer: was, audit: null };
  const only = (row: F | UserRow) =>
    Object.fromEntries(changed.map((field) => [field, (row as Record<keyof UserForm, unknown>)[field]]));
  await trx
    .updateTable('ent_usr')
    .set({ ...only(form), updated_at: clock() })
    .where('id', '=', was.id)
    .execute();
  const audit: AuditEntry = {
    action: 'users:edit',
    target: { type: 'ent_usr', id: was.id },
    before: only(was),
    after: only(form),
  };
  return { answer: await selectUsers(trx).where('ent_usr.id', '=', was.id).executeTakeFirstOrThrow(), audit };
}
