import { decideAccess, scopeOf } from '@console/contract/access';
import { refusalTexts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import {
  allowedOrganisations,
  auditedForbidden,
  auditedNotFound,
  authorizeOrganisation,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockOrganisations, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { acceptOrRejectExternalUser } from '../external-users/accept-or-reject-external-user.ts';
import { type ExternalUserRow, selectExternalUsers } from '../external-users/external-users.store.ts';
import { endsByRejection } from '../external-users/mapping-ending.ts';
import { isEndedOrWithdrawn, mappingStatusText } from '../invitations/mapping-status-text.ts';
import { mappingsLink } from '../invitations/mappings-link.ts';
import { endLockedMapping } from './end-mapping.ts';
import { mappingAnsweredMail } from './mapping-mail-texts.ts';
import { type MappingResponse, toMappingResponses } from './mapping-response.ts';
import { type MappingRow, selectMappings } from './mappings.store.ts';

export interface MappingDecision {
  userId: number;
  vendorId: number;
  customerId: number;
  activated: boolean;
  reason: string | null;
}

/** Accepts or rejects a mapping or external user. Throws 403 by role, side or own invitation, 404 if invisible, 409 if decided or disabled. */
export const acceptOrRejectMapping = (
  services: Services,
  caller: Caller,
  answer: MappingDecision,
): Promise<MappingResponse> =>
  runCommand(services, caller, async (trx) => {
    const target = { type: 'ent_org', id: answer.customerId };
    const parties = await lockParties(trx, caller, answer);
    if (!parties) throw auditedNotFound('mappings:answer', target);
    await lockUser(trx, answer.userId);
    await requireUnchangedCaller(trx, caller);
    const request = await findRequest(trx, answer);
    const invitation = await findInvitation(trx, caller, answer);
    if (request && isRequestMeant(caller, request, invitation, answer.activated))
      return acceptOrRejectMappingRequest(services, trx, caller, parties, request, answer);
    const customer = parties.get(answer.customerId);
    if (invitation && customer) return acceptOrRejectExternalUser(services, trx, caller, customer, invitation, answer);
    throw auditedNotFound('mappings:answer', target);
  });

/** Chooses between a request and an invitation: the pending one, request first, but not one of the caller's side; else one decided alike. */
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

/** Locks both organisations by id. Null if one does not exist or the caller belongs to neither. */
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

/** Mapping of exactly this vendor and customer, if the user is its requester or mapped user, or if requester and mapped user were deleted. */
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

/** The user's mapping to the customer, if the vendor is the user's organisation or the customer, and the caller may map external users there. */
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

type MappingParty = Pick<Row<'ent_org'>, 'id' | 'brandname' | 'is_disabled'>;

/** Accepts or rejects a request for the requested organisation and emails the requester. Repeating changes nothing. Both are locked. */
async function acceptOrRejectMappingRequest(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  parties: Map<number, MappingParty>,
  request: MappingRow,
  { activated, reason }: { activated: boolean; reason: string | null },
): Promise<CommandResult<MappingResponse>> {
  const target = { type: 'org_mapping', id: request.id };
  const { id, vendor_id, customer_id, requested_by_org_id } = request;
  const requestedId = requested_by_org_id === vendor_id ? customer_id : vendor_id;
  if (!activated && endsByRejection(services, { ...request, at: request.updated_at })) {
    const ownId = Number(caller.organisationId ?? 0);
    const organisationId = [vendor_id, customer_id].includes(ownId) ? ownId : requestedId;
    return endLockedMapping(services, trx, caller, request, { ending: 'end', organisationId, reason });
  }
  if (scopeOf(caller, 'mappings:answer') !== 'any' && Number(caller.organisationId) !== requestedId)
    throw auditedForbidden('mappings:answer', 'oneself', target);
  authorizeOrganisation(caller, 'mappings:answer', requestedId, target);
  const view = {
    allowed: allowedOrganisations(caller, 'mappings:answer'),
    listedId: requestedId,
    extensions: services.settings.extensions,
  };
  if (request.activated === activated && !isEndedOrWithdrawn(request)) {
    const [current] = await toMappingResponses(trx, view, [request]);
    return { answer: current as MappingResponse, audit: null };
  }
  if (request.activated !== null) throw conflict(refusalTexts.requestNotPending);
  if (activated && caller.userId !== null && request.requester_id === caller.userId)
    throw auditedForbidden('mappings:answer', 'oneself', target);
  if (activated && [...parties.values()].some(({ is_disabled }) => is_disabled))
    throw conflict('This request cannot be accepted, because one of its organisations is disabled.');
  const after = { activated, status: mappingStatusText(activated) };
  const values = { ...after, updated_at: services.clock() };
  await trx.updateTable('org_mapping').set(values).where('id', '=', id).execute();
  await mailRequester(services, trx, request, parties.get(requestedId)?.brandname ?? '', {
    accepted: activated,
    reason,
  });
  const rows = await selectMappings(trx).where('org_mapping.id', '=', id).execute();
  const [answer] = await toMappingResponses(trx, view, rows);
  const before = { activated: request.activated, status: request.status };
  const audit = {
    action: 'mappings:answer',
    target,
    organisationId: requestedId,
    before,
    after: { ...after, ...(reason && { reason }) },
  };
  return { answer: answer as MappingResponse, audit };
}

/** Mails the requester, or the organisers of their organisation if the requester is disabled or deleted. */
async function mailRequester(
  services: Services,
  trx: Transaction<Database>,
  { requester_id, requested_by_org_id }: MappingRow,
  organisation: string,
  answer: { accepted: boolean; reason: string | null },
): Promise<void> {
  const requester = (await findUsersById(trx, [requester_id])).get(requester_id);
  const recipients =
    requester && !requester.is_disabled ? [requester] : await findOrganiserOrSubstitutes(trx, requested_by_org_id);
  const link = mappingsLink(services);
  const mails = recipients.map(({ email, firstname }) => ({
    to: email,
    ...mappingAnsweredMail({ name: firstname, organisation, ...answer, link }),
  }));
  await services.mailer.send(trx, ...mails);
}
