import { scopeOf } from '@console/contract/access';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, notFound } from '../core/base/failure.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import type { Answer, Party } from './answer.ts';
import { answerRequest } from './answer-request.ts';
import { answerUser } from './answer-user.ts';
import { type ExternalUserRow, selectExternalUsers } from './external-users.store.ts';
import { type MappingRow, selectMappings } from './mappings.store.ts';
import type { OrgMapping } from './org-mapping.ts';

/**
 * Accepts or rejects a mapping, of two organisations or of an external user. Throws 403 by role, for the side that asked and to accept
 * one's own invitation, 404 for a mapping that is not
 * there or not the caller's to see, 409 when it was answered already, or to accept one with a disabled party.
 */
export const answerMapping = (
  services: Services,
  caller: Caller,
  requestId: string,
  answer: Answer,
): Promise<OrgMapping> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const target = { type: 'ent_org', id: answer.customerId };
    const unknown = () => audited(notFound(), refusalOf('mappings:answer', 'boundary', target));
    const parties = await holdParties(trx, caller, answer);
    if (!parties) throw unknown();
    await holdUser(trx, answer.userId);
    const request = await findRequest(trx, answer);
    const invitation = await findInvitation(trx, caller, answer);
    if (request && isMeant(caller, request, invitation))
      return answerRequest(services, trx, caller, parties, request, answer);
    if (invitation) return answerUser(services, trx, caller, parties, invitation, answer);
    throw unknown();
  });

/**
 * Which of two is meant that look alike, a request of the user's organisation and the invitation of the user: what waits for an answer rather than what
 * has one, the request before the invitation, but never to those who asked.
 */
function isMeant(caller: Caller, request: MappingRow, invitation: ExternalUserRow | undefined): boolean {
  if (invitation?.activated !== null) return true;
  return request.activated === null && Number(caller.organisationId) !== request.requested_by_org_id;
}

/** Holds both organisations, in the order of their ids. Nothing when one is not there or the caller's is neither. */
async function holdParties(
  trx: Transaction<Database>,
  caller: Caller,
  { vendorId, customerId }: Answer,
): Promise<Map<number, Party> | null> {
  const ids = [...new Set([vendorId, customerId])];
  if (scopeOf(caller, 'mappings:answer') !== 'any' && !ids.includes(Number(caller.organisationId ?? 0))) return null;
  const rows = await trx
    .selectFrom('ent_org')
    .select(['id', 'brandname', 'is_disabled'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length === ids.length ? new Map(rows.map((row) => [row.id, row])) : null;
}

/** The mapping of exactly these two that is about this user: asked of them, by them, or, when both are gone, of and by nobody. */
async function findRequest(
  trx: Transaction<Database>,
  { userId, vendorId, customerId }: Answer,
): Promise<MappingRow | undefined> {
  const row = await selectMappings(trx)
    .where('org_mapping.vendor_id', '=', vendorId)
    .where('org_mapping.customer_id', '=', customerId)
    .executeTakeFirst();
  const people = [row?.mapped_user_id ?? [], row?.requester_id ?? []].flat();
  return people.length === 0 || people.includes(userId) ? row : undefined;
}

/** The user's mapping to the customer, where the vendor is their organisation, or the customer once more. Only for who lets people in there. */
async function findInvitation(
  trx: Transaction<Database>,
  caller: Caller,
  { userId, vendorId, customerId }: Answer,
): Promise<ExternalUserRow | undefined> {
  const scope = scopeOf(caller, 'users:mapExternal');
  if (scope === null || (scope === 'own' && Number(caller.organisationId) !== customerId)) return undefined;
  const row = await selectExternalUsers(trx)
    .where('user_mapping.ent_usr_id', '=', userId)
    .where('user_mapping.mapped_org_id', '=', customerId)
    .executeTakeFirst();
  return row && (row.ent_org_id === vendorId || vendorId === customerId) ? row : undefined;
}
