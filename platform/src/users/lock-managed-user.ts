import { type Action, mayManageRole, scopeOf } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { allowedOrganisations, notAllowed } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { forbidden, notFound, refused, withAudit } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import { type LockedOrganisation, lockOrganisation } from '../core/database/lock-organisation.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { roleOf } from './roles.ts';
import { usersStore } from './users.store.ts';

/** Throws 404 if there is no such organisation, and 422 if it is disabled. */
export function requireEnabled(organisation: LockedOrganisation | undefined): LockedOrganisation {
  if (!organisation) throw notFound();
  if (organisation.is_disabled) throw refused('The organisation is disabled.');
  return organisation;
}

/** A user with their organisation; both rows are locked. */
export interface LockedUser {
  user: UserRow;
  organisation: LockedOrganisation | undefined;
}

/**
 * Locks a user for a command, and first their organisation if `seats` are counted. Throws, all audited: 403 by role, 404 for a user of another
 * organisation, 403 for a higher role than the caller's.
 */
export async function lockManagedUser(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  userId: number,
  { seats }: { seats: boolean },
): Promise<LockedUser> {
  const target = { type: 'ent_usr', id: userId };
  if (scopeOf(caller, action) === null) throw withAudit(forbidden(), refusalEntry(action, 'role', target));
  const users = usersStore(trx, allowedOrganisations(caller, action));
  const unlocked = await users.find(userId);
  if (!unlocked) throw notAllowed(action, target);
  const organisation =
    seats && unlocked.ent_org_id !== null ? await lockOrganisation(trx, unlocked.ent_org_id) : undefined;
  await lockUser(trx, userId);
  const user = await users.find(userId);
  if (!user) throw notAllowed(action, target);
  if (!mayManageRole(caller.role, roleOf(user))) throw withAudit(forbidden(), refusalEntry(action, 'level', target));
  return { user, organisation };
}
