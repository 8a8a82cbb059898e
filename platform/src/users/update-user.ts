import type { ProfileTexts } from '@console/contract/fields/user-rules';
import type { Transaction } from 'kysely';
import { requireGivableRole, requireManageableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller, lockManagedUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { assertUnchanged } from '../core/base/assert-unchanged.ts';
import { type AuditEntry, refusalEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow, type VisibleUser } from '../core/database/user-response.ts';
import { deleteRememberedDevices } from '../security/revoke-access.ts';
import {
  refusePostWithoutNomination,
  refuseVacatingRequiredPost,
  translateTakenDesignationError,
} from './designations.ts';
import { refuseProvisionedFields } from './provisioned-fields.ts';
import { findRequestedRole, type RequestedRole } from './roles.ts';
import { confirmSupervisors, supervisorSetter } from './supervisor-setter.ts';
import { parseProfilePatch, parseUserPatch, type UserForm, type UserInput, type UserPatch } from './user-form.ts';

/** Accepts an external user with a user form; undefined if the form is an ordinary edit. */
export type MapExternalUser = (
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  input: UserInput,
) => Promise<CommandResult<VisibleUser> | undefined>;

/** Updates a user (own record: profile fields only) or maps an external one. Throws 404, 403 for a higher role, 409 on an edit conflict, 422. */
export const updateUser = (
  services: Services,
  caller: Caller,
  userId: number,
  input: UserInput,
  mapExternalUser: MapExternalUser,
): Promise<VisibleUser> =>
  runCommand(services, caller, (trx) =>
    userId === caller.userId
      ? updateOwn(services, trx, caller, input)
      : updateOther(services, trx, caller, userId, input, mapExternalUser),
  ).catch(translateTakenDesignationError);

async function updateOwn(services: Services, trx: Transaction<Database>, caller: Caller, input: UserInput) {
  const userId = personOf(caller);
  await lockCaller(trx, caller);
  const current = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
  const { answer, audit } = await changeOwn(services, trx, caller, current, input);
  const role = await findRequestedRole(trx, input.role_id);
  if (role.id === undefined || role.id === current.role_id) return { answer, audit };
  const roleRefusal = refusalEntry('users:edit', 'oneself', { type: 'ent_usr', id: userId });
  return { answer, audit: [audit ?? [], roleRefusal].flat() };
}

/** Changes the caller's profile. Their row is locked. */
export function changeOwn(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  current: UserRow,
  input: UserInput,
): Promise<CommandResult<UserRow>> {
  const form = parseProfilePatch(input, current);
  assertUnchanged('user', current.updated_at, input.expected_updated_at);
  return writeChanges(services, trx, caller, current, form);
}

async function updateOther(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  input: UserInput,
  mapExternalUser: MapExternalUser,
) {
  const mapped = await mapExternalUser(services, trx, caller, userId, input);
  if (mapped) return mapped;
  const { user: current } = await lockManagedUser(trx, caller, 'users:edit', userId, {
    withOrganisation: false,
    withCaller: input.role_id != null,
  });
  const role = await findRequestedRole(trx, input.role_id ?? current.role_id);
  return changeOther(services, trx, caller, { current, role, input });
}

/** Changes a locked user that the caller may manage. */
export async function changeOther(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { current, role, input }: { current: UserRow; role: RequestedRole; input: UserInput },
): Promise<CommandResult<UserRow>> {
  const userId = current.id;
  requireManageableRole(caller, 'users:edit', role.key, { type: 'ent_usr', id: userId });
  if (role.id !== current.role_id) requireGivableRole(caller, 'users:edit', role.key, { type: 'ent_usr', id: userId });
  const form = parseUserPatch(input, role, current);
  assertUnchanged('user', current.updated_at, input.expected_updated_at);
  // A remembered device is trusted for the permissions at that time (SECURITY 3.9).
  if (form.role_id !== current.role_id) await deleteRememberedDevices(trx, userId);
  return writeChanges(services, trx, caller, current, form);
}

async function writeChanges<F extends Partial<ProfileTexts> | UserPatch>(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  current: UserRow,
  form: F,
): Promise<CommandResult<UserRow>> {
  if (form.designation !== undefined) {
    if (form.designation !== current.designation && !current.is_disabled)
      refuseVacatingRequiredPost(current.designation);
    refusePostWithoutNomination(caller, current.designation, form.designation);
  }
  const changed = (Object.keys(form) as (keyof UserForm & keyof F)[]).filter((field) => form[field] !== current[field]);
  const now = clock();
  const setter = supervisorSetter(caller.userId, now);
  const isConfirming = form.supervisor === current.supervisor && caller.userId !== current.id;
  const confirmed = isConfirming ? await confirmSupervisors(trx, [current.id], setter) : [];
  if (changed.length === 0) return { answer: current, audit: confirmed.length > 0 ? confirmed : null };
  refuseProvisionedFields(current, changed);
  const only = (row: F | UserRow) =>
    Object.fromEntries(changed.map((field) => [field, (row as Record<keyof UserForm, unknown>)[field]]));
  await trx
    .updateTable('ent_usr')
    .set({ ...only(form), ...(changed.includes('supervisor') && setter), updated_at: now })
    .where('id', '=', current.id)
    .execute();
  const audit: AuditEntry = {
    action: 'users:edit',
    target: { type: 'ent_usr', id: current.id },
    before: only(current),
    after: only(form),
  };
  return {
    answer: await selectUsers(trx).where('ent_usr.id', '=', current.id).executeTakeFirstOrThrow(),
    audit: [audit, ...confirmed],
  };
}
