import { refusalTexts, texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { conflict, refused } from '../core/base/failure.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database } from '../core/database/schema.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { findCallerName, issueAndMailOnboardingLink } from './invitation-mails.ts';
import { mappingRequestMail } from './mapping-request-mail-texts.ts';
import { mappingStatusText } from './mapping-status-text.ts';
import { mappingsLink } from './mappings-link.ts';
import { type InvitingOrganisation, mayOnboard } from './onboarding-invitations.ts';

/** Requests a mapping from a user's organisation, emailing its Organiser or an onboarding link. Throws 409 for an existing pair, 422 if disabled. */
export async function requestAndMailMapping(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  user: UserRow,
  modules: string[],
): Promise<AuditEntry | null> {
  const requested = await trx
    .selectFrom('ent_org')
    .select(['id', 'is_disabled'])
    .where('id', '=', user.ent_org_id)
    .executeTakeFirstOrThrow();
  if (requested.is_disabled) throw refused(refusalTexts.organisationDisabled);
  const isOnboarding = await mayOnboard(trx, user);
  const now = services.clock();
  const values = {
    vendor_id: requested.id,
    customer_id: inviting.id,
    activated: null,
    status: mappingStatusText(null),
    requested_by_org_id: inviting.id,
    requester_id: caller.userId,
    mapped_user_id: user.id,
    modules,
    created_at: now,
    updated_at: now,
  };
  // Only the unique index on pairs catches two organisations that invite each other at once.
  const mapping = await trx
    .insertInto('org_mapping')
    .values(values)
    .onConflict((pair) =>
      pair
        .expression(sql`least(vendor_id, customer_id), greatest(vendor_id, customer_id)`)
        .doUpdateSet(values)
        .where('org_mapping.activated', '=', false),
    )
    .returning('id')
    .executeTakeFirst();
  if (!mapping && !isOnboarding) throw conflict(texts.mappings.exists);
  if (isOnboarding) await issueAndMailOnboardingLink(services, trx, caller, inviting, user);
  else await mailRequest(services, trx, caller, inviting, requested.id);
  if (!mapping) return { ...invitedEvent(inviting), target: { type: 'ent_usr', id: user.id } };
  const { vendor_id, customer_id, mapped_user_id, status } = values;
  const after = { vendor_id, customer_id, mapped_user_id, modules, status };
  return { ...invitedEvent(inviting), target: { type: 'org_mapping', id: mapping.id }, after };
}

/** The requested organisation sees the mapping, but gets no event. */
export const invitedEvent = ({ id }: InvitingOrganisation) => ({ action: 'mappings:invite', organisationId: id });

async function mailRequest(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: InvitingOrganisation,
  requestedId: number,
) {
  const [by, link] = [await findCallerName(trx, caller, inviting), mappingsLink(services)];
  const mails = (await findOrganiserOrSubstitutes(trx, requestedId)).map(({ email, firstname }) => ({
    to: email,
    ...mappingRequestMail({ name: firstname, by, organisation: inviting.brandname, link }),
    organisationId: inviting.id,
  }));
  await services.mailer.send(trx, ...mails);
}
