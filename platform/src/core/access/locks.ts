import { type Action, scopeOf } from '@console/contract/access';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import { conflict, notFound, refused } from '../base/failure.ts';
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

/** Locks and returns all users of an organisation in the order of their ids. The caller has locked the organisation. */
export async function lockUsersOfOrganisation(trx: Transaction<Database>, organisationId: number): Promise<number[]> {
  const users = await trx
    .selectFrom('ent_usr')
    .select('id')
    .where('ent_org_id', '=', organisationId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return users.map(({ id }) => id);
}

/** Locks an organisation. Throws an audited 403 by role, or an audited 404 outside the caller's scope. */
export async function lockAllowedOrganisation(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  id: number,
): Promise<LockedOrganisation> {
  authorizeOrganisation(caller, action, id);
  const organisation = await lockOrganisation(trx, id);
  if (!organisation) throw auditedNotFound(action, { type: 'ent_org', id });
  return organisation;
}

/** Throws 404 for an unknown organisation, 422 for a disabled one. */
export function requireEnabledOrganisation(organisation: LockedOrganisation | undefined): LockedOrganisation {
  if (!organisation) throw notFound();
  if (organisation.is_disabled) throw refused('The organisation is disabled.');
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

/** Locks a user's row. Inserts that reference it do not wait: two users who change each other would deadlock. */
export const lockUser = (trx: Transaction<Database>, userId: number) =>
  trx
    .selectFrom('ent_usr')
    .select(['ent_org_id', 'password_hash', 'erased_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

interface LockedUser {
  user: UserRow;
  organisation: LockedOrganisation | undefined;
}

/** Locks a user and, if needed, their organisation first. Throws audited 403 and 404 like `readManagedUser`, 409 for an erased user. */
export async function lockManagedUser(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  userId: number,
  { withOrganisation }: { withOrganisation: boolean },
): Promise<LockedUser> {
  const unlocked = await readManagedUser(trx, caller, action, userId);
  const organisation = withOrganisation ? await lockOrganisation(trx, unlocked.ent_org_id) : undefined;
  const locked = await lockUser(trx, userId);
  if (locked?.erased_at && action !== 'privacy:erase')
    throw conflict('This is not possible, because the personal data of this user was erased.');
  return { user: await readManagedUser(trx, caller, action, userId), organisation };
}
