import { decideAccess, scopeOf } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { auditedNotFound } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockOrganisations, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { acceptOrRejectExternalUser } from '../external-users/accept-or-reject-external-user.ts';
import { type ExternalUserRow, selectExternalUsers } from '../external-users/external-users.store.ts';
import { acceptOrRejectMappingRequest, type MappingParty } from './accept-or-reject-mapping-request.ts';
import type { MappingAnswer } from './mapping-answer.ts';
import { type MappingRow, selectMappings } from './mappings.store.ts';

export interface MappingDecision {
  userId: number;
  vendorId: number;
  customerId: number;
  activated: boolean;
  reason: string | null;
}

/**
 * Accepts or rejects a mapping of two organisations or of an external user. Throws 403 by role, for the requesting side and for accepting one's own
 * invitation, 404 for an unknown or invisible mapping, 409 if it was answered differently or a party is disabled.
 */
export const acceptOrRejectMapping = (
  services: Services,
  caller: Caller,
  answer: MappingDecision,
): Promise<MappingAnswer> =>
  runCommand(services, caller, async (trx) => {
    const target = { type: 'ent_org', id: answer.customerId };
    const parties = await lockParties(trx, caller, answer);
    if (!parties) throw auditedNotFound('mappings:answer', target);
    await lockUser(trx, answer.userId);
    const request = await findRequest(trx, answer);
    const invitation = await findInvitation(trx, caller, answer);
    if (request && isRequestMeant(caller, request, invitation, answer.activated))
      return acceptOrRejectMappingRequest(services, trx, caller, parties, request, answer);
    const customer = parties.get(answer.customerId);
    if (invitation && customer) return acceptOrRejectExternalUser(services, trx, caller, customer, invitation, answer);
    throw auditedNotFound('mappings:answer', target);
  });

/** A request and an invitation of a user look alike: a pending one is meant, the request first, but never by the requesting organisation; without a pending one, the one that was answered so before. */
function isRequestMeant(
  caller: Caller,
  request: MappingRow,
  invitation: ExternalUserRow | undefined,
  activated: boolean,
): boolean {
  const isRequester = Number(caller.organisationId) === request.requested_by_org_id;
  if (invitation?.activated === null) return request.activated === null && !isRequester;
  if (invitation?.activated !== activated) return true;
  const mayAnswer = !isRequester || scopeOf(caller, 'mappings:answer') === 'any';
  return mayAnswer && request.activated !== !activated;
}

/** Locks both organisations in the order of their ids. Null if one does not exist or the caller belongs to neither. */
async function lockParties(
  trx: Transaction<Database>,
  caller: Caller,
  { vendorId, customerId }: MappingDecision,
): Promise<Map<number, MappingParty> | null> {
  const ids = [...new Set([vendorId, customerId])];
  if (scopeOf(caller, 'mappings:answer') !== 'any' && !ids.includes(Number(caller.organisationId ?? 0))) return null;
  const parties = await lockOrganisations(trx, ids);
  return parties.size === ids.length ? parties : null;
}

/** The mapping of exactly this vendor and customer, if the user is its requester or mapped user or both are deleted. */
async function findRequest(
  trx: Transaction<Database>,
  { userId, vendorId, customerId }: MappingDecision,
): Promise<MappingRow | undefined> {
  const row = await selectMappings(trx)
    .where('org_mapping.vendor_id', '=', vendorId)
    .where('org_mapping.customer_id', '=', customerId)
    .executeTakeFirst();
  const userIds = [row?.mapped_user_id ?? [], row?.requester_id ?? []].flat();
  return userIds.length === 0 || userIds.includes(userId) ? row : undefined;
}

/** The user's mapping to the customer if the vendor is the user's organisation or the customer itself, and the caller may map external users there. */
async function findInvitation(
  trx: Transaction<Database>,
  caller: Caller,
  { userId, vendorId, customerId }: MappingDecision,
): Promise<ExternalUserRow | undefined> {
  if (decideAccess(caller, 'users:mapExternal', String(customerId)) !== 'allowed') return undefined;
  const row = await selectExternalUsers(trx)
    .where('user_mapping.ent_usr_id', '=', userId)
    .where('user_mapping.mapped_org_id', '=', customerId)
    .executeTakeFirst();
  return row && (row.ent_org_id === vendorId || vendorId === customerId) ? row : undefined;
}
