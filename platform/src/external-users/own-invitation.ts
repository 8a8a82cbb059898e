import type { Transaction } from 'kysely';
import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { findOtherOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database } from '../core/database/schema.ts';

/** Throws an audited 403 for an own invitation that another active Organiser or higher can accept. */
export async function requireNoOtherToAccept(
  trx: Transaction<Database>,
  caller: Caller,
  organisationId: number,
  mappingId: number,
): Promise<void> {
  const others = await findOtherOrganisersOrHigher(trx, organisationId, caller.userId);
  if (others.length > 0)
    throw auditedForbidden('users:mapExternal', 'oneself', { type: 'user_mapping', id: mappingId });
}
