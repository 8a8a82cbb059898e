import { type Action, scopeOf } from '@console/contract/access';
import { refusalTexts } from '@console/contract/rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import { conflict, notFound, refused } from '../base/failure.ts';
import { requireUnchangedCaller } from '../database/current-caller.ts';
import type { Database, Row } from '../database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../database/user-response.ts';
import {
  auditedForbidden,
  auditedNotFound,
  authorizeOrganisation,
  requireManageableRole,
} from './allowed-organisations.ts';
import type { Caller } from './caller.ts';

export type LockedOrganisation = Row<'ent_org'>;

/** Locks organisations in the order of their ids, before any user. Blocks changes of them, their active users and senior positions, not references to them. */
export async function lockOrganisations(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<Map<number, LockedOrganisation>> {
  const rows = await trx
    .selectFrom('ent_org')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const lockOrganisation = async (
  trx: Transaction<Database>,
  id: number | null,
): Promise<LockedOrganisation | undefined> => (id === null ? undefined : (await lockOrganisations(trx, [id])).get(id));

/** Locks and returns all users of a locked organisation, and another user if given, in the order of their ids. */
export async function lockUsersOfOrganisation(
  trx: Transaction<Database>,
  organisationId: number,
  otherId: number | null = null,
): Promise<number[]> {
  const users = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where(sql<boolean>`(ent_org_id = ${organisationId} or id = ${otherId}::int)`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return users.map(({ id }) => id);
}

/** Locks an organisation. Throws an audited 403 by role, an audited 404 outside the caller's scope, 401 or 403 for a changed caller. */
export async function lockAllowedOrganisation(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<LockedOrganisation> {
  authorizeOrganisation(caller, action, id);
  const organisation = await lockOrganisation(trx, id);
  if (!organisation) throw auditedNotFound(action, { type: 'ent_org', id });
  await requireUnchangedCaller(trx, caller);
  return organisation;
}

/** Throws 404 for an unknown organisation, 422 for a disabled one. */
export function requireEnabledOrganisation(organisation: LockedOrganisation | undefined): LockedOrganisation {
  if (!organisation) throw notFound();
  if (organisation.is_disabled) throw refused(refusalTexts.organisationDisabled);
  return organisation;
}

/** Throws, audited: 403 by role, 404 outside the caller's scope, 403 for a higher role. */
export async function readManagedUser(
  db: Kysely<Database>,
  caller: Caller,
  action: Action,
  userId: number,
  target: AuditEntry['target'] = { type: 'ent_usr', id: userId },
): Promise<UserRow> {
  if (scopeOf(caller, action) === null) throw auditedForbidden(action, 'role', target);
  const user = await selectUsers(db).where('ent_usr.id', '=', userId).executeTakeFirst();
  if (!user) throw auditedNotFound(action, target);
  authorizeOrganisation(caller, action, user.ent_org_id ?? 0, target);
  requireManageableRole(caller, action, roleOf(user), target);
  return user;
}

/** Locks users in the order of their ids. Inserts that reference them do not wait: two users who change each other would deadlock. */
export const lockUsers = (trx: Transaction<Database>, ids: readonly (number | null)[]) =>
  trx
    .selectFrom('ent_usr')
    .select(['id', 'ent_org_id', 'password_hash', 'erased_at'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const lockUser = async (trx: Transaction<Database>, userId: number) => (await lockUsers(trx, [userId]))[0];

/** The lock of a command that locks no organisation or user: the caller's row, or the organisation of a key. Throws 401 or 403 for a changed caller. */
export async function lockCaller(trx: Transaction<Database>, caller: Caller): Promise<void> {
  if (caller.userId === null) await lockOrganisation(trx, Number(caller.organisationId));
  else await lockUser(trx, caller.userId);
  await requireUnchangedCaller(trx, caller);
}

interface LockedUser {
  user: UserRow;
  organisation: LockedOrganisation | undefined;
}

/**
 * Locks a user, if needed after their organisation and together with the caller: two users who take each other's
 * permissions away must not both succeed. Throws audited 403 and 404 like `readManagedUser`, 401 or 403 for a changed
 * caller, 409 for an erased user.
 */
export async function lockManagedUser(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  userId: number,
  { withOrganisation, withCaller }: { withOrganisation: boolean; withCaller: boolean },
): Promise<LockedUser> {
  const unlocked = await readManagedUser(trx, caller, action, userId);
  const organisation = withOrganisation ? await lockOrganisation(trx, unlocked.ent_org_id) : undefined;
  const locked = await lockUsers(trx, withCaller ? [userId, caller.userId] : [userId]);
  await requireUnchangedCaller(trx, caller);
  if (locked.find(({ id }) => id === userId)?.erased_at && action !== 'privacy:erase')
    throw conflict('This is not possible, because the personal data of this user was erased.');
  return { user: await readManagedUser(trx, caller, action, userId), organisation };
}
