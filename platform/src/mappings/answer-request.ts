import { scopeOf } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { reachFor } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, conflict, forbidden } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import type { Done } from '../core/database/transaction.ts';
import { mappingAnsweredMail } from '../core/mail/mail-texts.ts';
import type { Answer, Party } from './answer.ts';
import { type MappingRow, selectMappings, usersById } from './mappings.store.ts';
import { type OrgMapping, statusOf, tellMappings } from './org-mapping.ts';
import { mappingsLink, organisersOf } from './responsible.ts';

/** Answers a request of two organisations, whose rows are held, for the one that was asked, and mails who asked. */
export async function answerRequest(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  parties: Map<number, Party>,
  request: MappingRow,
  { activated }: Answer,
): Promise<Done<OrgMapping>> {
  const target = { type: 'org_mapping', id: request.id };
  const { id, vendor_id, customer_id, requested_by_org_id } = request;
  const askedId = requested_by_org_id === vendor_id ? customer_id : vendor_id;
  if (scopeOf(caller, 'mappings:answer') !== 'any' && Number(caller.organisationId) !== askedId)
    throw audited(forbidden(), refusalOf('mappings:answer', 'oneself', target));
  if (request.activated !== null) throw conflict('This request was answered already.');
  if (activated && request.requester_id === caller.userId)
    throw audited(forbidden(), refusalOf('mappings:answer', 'oneself', target));
  if (activated && [...parties.values()].some(({ is_disabled }) => is_disabled))
    throw conflict('An organisation of this mapping is disabled.');
  const after = { activated, status: statusOf(activated) };
  const values = { ...after, updated_at: services.clock() };
  await trx.updateTable('org_mapping').set(values).where('id', '=', id).execute();
  await mailRequester(services, trx, request, parties.get(askedId)?.brandname ?? '', activated);
  const rows = await selectMappings(trx).where('org_mapping.id', '=', id).execute();
  const view = {
    reach: reachFor(caller, 'mappings:answer'),
    listedId: askedId,
    extensions: services.settings.extensions,
  };
  const [answer] = await tellMappings(trx, view, rows);
  const before = { activated: request.activated, status: request.status };
  return { answer: answer as OrgMapping, audit: { action: 'mappings:answer', target, before, after } };
}

/** Mails who asked; when they are not there any more, their organisation's organisers. */
async function mailRequester(
  services: Services,
  trx: Transaction<Database>,
  { requester_id, requested_by_org_id }: MappingRow,
  organisation: string,
  accepted: boolean,
): Promise<void> {
  const requester = (await usersById(trx, [requester_id])).get(requester_id);
  const readers = requester && !requester.is_disabled ? [requester] : await organisersOf(trx, requested_by_org_id);
  const link = mappingsLink(services);
  const mails = readers.map(({ email, firstname }) => ({
    to: email,
    ...mappingAnsweredMail({ name: firstname, organisation, accepted, link }),
  }));
  await services.mailer.send(trx, ...mails);
}
