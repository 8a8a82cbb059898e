import { scopeOf } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { allowedOrganisations, auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import { endsByRejection } from '../core/base/mapping-ending.ts';
import { isEndedOrWithdrawn, mappingStatusText } from '../core/base/mapping-status-text.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database, Row } from '../core/database/schema.ts';
import type { CommandResult } from '../core/database/transaction.ts';
import { findUsersById } from '../core/database/user-answer.ts';
import { mappingAnsweredMail } from '../core/mail/mail-texts.ts';
import { mappingsLink } from '../core/mail/mappings-link.ts';
import { endLockedMapping } from './end-mapping.ts';
import { type MappingAnswer, toMappingAnswers } from './mapping-answer.ts';
import { type MappingRow, selectMappings } from './mappings.store.ts';

export type MappingParty = Pick<Row<'ent_org'>, 'id' | 'brandname' | 'is_disabled'>;

/** Accepts or rejects a mapping request on behalf of the requested organisation, and mails the requester; a repetition changes nothing. Both organisations are locked. */
export async function acceptOrRejectMappingRequest(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  parties: Map<number, MappingParty>,
  request: MappingRow,
  { activated, reason }: { activated: boolean; reason: string | null },
): Promise<CommandResult<MappingAnswer>> {
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
  const view = {
    allowed: allowedOrganisations(caller, 'mappings:answer'),
    listedId: requestedId,
    extensions: services.settings.extensions,
  };
  if (request.activated === activated && !isEndedOrWithdrawn(request)) {
    const [current] = await toMappingAnswers(trx, view, [request]);
    return { answer: current as MappingAnswer, audit: null };
  }
  if (request.activated !== null) throw conflict('This request was answered already.');
  if (activated && request.requester_id === caller.userId) throw auditedForbidden('mappings:answer', 'oneself', target);
  if (activated && [...parties.values()].some(({ is_disabled }) => is_disabled))
    throw conflict('An organisation of this mapping is disabled.');
  const after = { activated, status: mappingStatusText(activated) };
  const values = { ...after, updated_at: services.clock() };
  await trx.updateTable('org_mapping').set(values).where('id', '=', id).execute();
  await mailRequester(services, trx, request, parties.get(requestedId)?.brandname ?? '', {
    accepted: activated,
    reason,
  });
  const rows = await selectMappings(trx).where('org_mapping.id', '=', id).execute();
  const [answer] = await toMappingAnswers(trx, view, rows);
  const before = { activated: request.activated, status: request.status };
  const audit = {
    ...{ action: 'mappings:answer', target, organisationId: requestedId, before },
    after: { ...after, ...(reason && { reason }) },
  };
  return { answer: answer as MappingAnswer, audit };
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
