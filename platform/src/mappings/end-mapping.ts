import type { Transaction } from 'kysely';
import { auditedForbidden, auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockOrganisations } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { type Ending, endings, isStoppedBefore } from '../external-users/mapping-ending.ts';
import { mappingsLink } from '../invitations/mappings-link.ts';
import { mappingEndedMail } from './mapping-mail-texts.ts';
import { type MappingResponse, toMappingResponses } from './mapping-response.ts';
import { type MappingRow, selectMappings } from './mappings.store.ts';

interface MappingEnding {
  ending: Ending;
  organisationId: number;
  mappingId: number;
  reason: string | null;
}

/** Ends a mapping for either side, or withdraws an own request. Throws 403 by role or side, 404 if invisible, 409 in another state. */
export const endMapping = (services: Services, caller: Caller, given: MappingEnding): Promise<MappingResponse> =>
  runCommand(services, caller, async (trx) => {
    const { ending, organisationId, mappingId } = given;
    const { action } = endings[ending].mapping;
    const target = { type: 'org_mapping', id: mappingId };
    authorizeOrganisation(caller, action, organisationId, target);
    const find = () => selectMappings(trx).where('org_mapping.id', '=', mappingId).executeTakeFirst();
    const unlocked = await find();
    if (unlocked) await lockOrganisations(trx, [unlocked.vendor_id, unlocked.customer_id]);
    await requireUnchangedCaller(trx, caller);
    const mapping = await find();
    if (!mapping || ![mapping.vendor_id, mapping.customer_id].includes(organisationId))
      throw auditedNotFound(action, target);
    if (ending === 'withdraw' && mapping.requested_by_org_id !== organisationId)
      throw auditedForbidden(action, 'role', target);
    return endLockedMapping(services, trx, caller, mapping, given);
  });

/** Like `endMapping`, for an authorised caller; both organisations are locked. */
export async function endLockedMapping(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  mapping: MappingRow,
  { ending, organisationId, reason }: Omit<MappingEnding, 'mappingId'>,
): Promise<CommandResult<MappingResponse>> {
  const { mapping: rules, status } = endings[ending];
  const view = {
    allowed: authorizeOrganisation(caller, rules.action, organisationId),
    listedId: organisationId,
    extensions: services.settings.extensions,
  };
  const serialise = async (row: MappingRow) => {
    const [answer] = await toMappingResponses(trx, view, [row]);
    return answer as MappingResponse;
  };
  if (isStoppedBefore(ending, mapping)) return { answer: await serialise(mapping), audit: null };
  const { id, activated, vendor_id, customer_id } = mapping;
  const after = { activated: false, status };
  await trx
    .updateTable('org_mapping')
    .set({ ...after, updated_at: services.clock() })
    .where('id', '=', id)
    .execute();
  await mailParties(services, trx, mapping, { ending, organisationId, reason });
  const audit = [vendor_id, customer_id].map((party) => ({
    action: rules.event,
    target: { type: 'org_mapping', id },
    organisationId: party,
    before: { activated, status: mapping.status },
    after: { ...after, ...(reason && { reason }) },
  }));
  const row = await selectMappings(trx).where('org_mapping.id', '=', id).executeTakeFirstOrThrow();
  return { answer: await serialise(row), audit };
}

async function mailParties(
  services: Services,
  trx: Transaction<Database>,
  { vendor_id, vendor_name, customer_id, customer_name }: MappingRow,
  { ending, organisationId, reason }: Omit<MappingEnding, 'mappingId'>,
): Promise<void> {
  const isVendor = vendor_id === organisationId;
  const names = { by: isVendor ? vendor_name : customer_name, other: isVendor ? customer_name : vendor_name };
  const link = mappingsLink(services);
  for (const party of [vendor_id, customer_id]) {
    const mails = (await findOrganiserOrSubstitutes(trx, party)).map(({ email, firstname }) => ({
      to: email,
      ...mappingEndedMail({ name: firstname, ...names, ending, reason, link }),
      organisationId,
    }));
    await services.mailer.send(trx, ...mails);
  }
}
