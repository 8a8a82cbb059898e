import { refusalTexts, texts } from '@console/contract/rules';
import type { orgMapping } from '@console/contract/shapes';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { allowedOrganisations } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { conflict } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import type { CommandResult } from '../core/database/transaction.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { isEndedOrWithdrawn } from '../invitations/mapping-status-text.ts';
import { endLockedExternalUser } from './end-external-user.ts';
import { externalUserAcceptedMail, externalUserEndedMail } from './external-user-mail-texts.ts';
import { type ExternalUserRow, selectExternalUsers } from './external-users.store.ts';
import { endsByRejection } from './mapping-ending.ts';
import { requireNoOtherToAccept } from './own-invitation.ts';
import { toUserMappingResponse } from './user-mapping-response.ts';

/**
 * Accepts or rejects an external user for the locked inviting organisation (`customer`), and emails the user. Repeating
 * changes nothing. Callers accept their own invitation only if no other user can.
 */
export async function acceptOrRejectExternalUser(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  customer: Pick<Row<'ent_org'>, 'id' | 'brandname' | 'is_disabled'>,
  invitation: ExternalUserRow,
  { activated, reason }: { activated: boolean; reason: string | null },
): Promise<CommandResult<z.input<typeof orgMapping>>> {
  const { clock, mailer, settings } = services;
  const view = { allowed: allowedOrganisations(caller, 'users:mapExternal'), extensions: settings.extensions };
  const party = { id: customer.id, brandname: customer.brandname };
  const requester = (await findUsersById(trx, [invitation.requester_id])).get(invitation.requester_id);
  // The response needs a vendor: for a user without an organisation it is the customer.
  const withVendor = (mapping: ReturnType<typeof toUserMappingResponse>) => ({
    ...mapping,
    vendor_id: mapping.vendor_id ?? party.id,
    vendor: mapping.vendor ?? party,
  });
  const serialise = async (row: ExternalUserRow) => withVendor(toUserMappingResponse(view, row, party, requester));
  if (!activated && endsByRejection(services, { ...invitation, at: invitation.mapping_updated_at })) {
    const given = { ending: 'end', reason } as const;
    const { answer, audit } = await endLockedExternalUser(services, trx, caller, customer, invitation, given);
    return { answer: withVendor(answer), audit };
  }
  if (invitation.activated === activated && !isEndedOrWithdrawn(invitation))
    return { answer: await serialise(invitation), audit: null };
  if (invitation.activated !== null) throw conflict(refusalTexts.invitationNotPending);
  if (activated && invitation.is_voided) throw conflict(texts.mappings.invitationVoided);
  const target = { type: 'user_mapping', id: invitation.mapping_id };
  const isOwn = activated && invitation.requester_id === caller.userId;
  if (isOwn) await requireNoOtherToAccept(trx, caller, customer.id, invitation.mapping_id);
  if (activated && (invitation.is_disabled || invitation.home_disabled)) throw conflict(texts.mappings.userInactive);
  if (activated && customer.is_disabled) throw conflict(refusalTexts.organisationDisabled);
  const { mapping_id: id, email, firstname } = invitation;
  await trx
    .updateTable('user_mapping')
    .set({ activated, status: null, updated_at: clock() })
    .where('id', '=', id)
    .execute();
  if (activated && invitation.role_id !== null) {
    const link = new URL('/login', settings.publicUrl);
    await mailer.send(trx, {
      to: email,
      ...externalUserAcceptedMail({ name: firstname, organisation: customer.brandname, link }),
      organisationId: customer.id,
    });
  }
  if (reason) {
    const isSender = requester && requester.id !== caller.userId && !requester.is_disabled;
    const recipients = [invitation, ...(isSender ? [requester] : [])];
    const mails = recipients.map((to) => ({
      to: to.email,
      ...externalUserEndedMail({
        name: to.firstname,
        email,
        organisation: customer.brandname,
        ending: 'reject',
        reason,
      }),
      organisationId: customer.id,
    }));
    await mailer.send(trx, ...mails);
  }
  const row = await selectExternalUsers(trx).where('user_mapping.id', '=', id).executeTakeFirstOrThrow();
  return {
    answer: await serialise(row),
    audit: {
      action: 'users:mapExternal',
      target,
      organisationId: customer.id,
      before: { activated: null },
      after: { activated, ...(reason && { reason }), ...(isOwn && { own_invitation: true }) },
    },
  };
}
