import { type Action, reachesRole } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { reachFor, reachOf } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type AuditEntry, refusalOf } from '../core/base/audit-entry.ts';
import { audited, Failure, forbidden, notFound, refused } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import { type HeldOrganisation, holdOrganisation } from '../core/database/lock-organisation.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { roleOf } from './roles.ts';
import { usersStore } from './users.store.ts';

/** Throws 403 by role, then 404 for another organisation's users; both stand in the audit log. */
export function refuseForeign(caller: Caller, action: Action, organisationId: number): void {
  orAudited(action, { type: 'ent_org', id: organisationId }, () => reachOf(caller, action, organisationId));
}

/** An organisation that users can be added to. Throws 404 when there is none, and 422 for a disabled one. */
export function refuseUnusable(organisation: HeldOrganisation | undefined): HeldOrganisation {
  if (!organisation) throw notFound();
  if (organisation.is_disabled) throw refused('The organisation is disabled.');
  return organisation;
}

/** A user to act on, and their organisation; both rows are held. */
export interface HeldUser {
  user: UserRow;
  organisation: HeldOrganisation | undefined;
}

/**
 * Holds the user whom the caller acts on, and before them their organisation where seats are counted. Throws 403 by role, 404 for a user of another
 * organisation, 403 for a higher role than the caller's; all of it stands in the audit log.
 */
export async function holdTarget(
  trx: Transaction<Database>,
  caller: Caller,
  action: Action,
  userId: number,
  { seats }: { seats: boolean },
): Promise<HeldUser> {
  const target = { type: 'ent_usr', id: userId };
  const users = usersStore(
    trx,
    orAudited(action, target, () => reachFor(caller, action)),
  );
  const unknown = () => audited(notFound(), refusalOf(action, 'boundary', target));
  const seen = await users.find(userId);
  if (!seen) throw unknown();
  const organisation = seats && seen.ent_org_id !== null ? await holdOrganisation(trx, seen.ent_org_id) : undefined;
  await holdUser(trx, userId);
  const user = await users.find(userId);
  if (!user) throw unknown();
  if (!reachesRole(caller.role, roleOf(user))) throw audited(forbidden(), refusalOf(action, 'level', target));
  return { user, organisation };
}

function orAudited<T>(action: Action, target: AuditEntry['target'], judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw audited(error, refusalOf(action, error.status === 403 ? 'role' : 'boundary', target));
  }
}
