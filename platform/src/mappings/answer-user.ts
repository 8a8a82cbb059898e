import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { reachFor } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, conflict, forbidden } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import type { Done } from '../core/database/transaction.ts';
import { externalAcceptedMail } from '../core/mail/mail-texts.ts';
import type { Answer, Party } from './answer.ts';
import { type ExternalUserRow, selectExternalUsers } from './external-users.store.ts';
import { usersById } from './mappings.store.ts';
import { type OrgMapping, tellUserMapping } from './org-mapping.ts';

/**
 * Lets an external user into the organisation that invited them, or does not; rows of both are held, and the caller lets people in there, but not whom
 * they invited themselves. Who can sign in is mailed that they are let in. In the answer, the vendor of somebody without organisation is the customer.
 */
export async function answerUser(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  parties: Map<number, Party>,
  invitation: ExternalUserRow,
  { activated, customerId }: Answer,
): Promise<Done<OrgMapping>> {
  const { clock, mailer, settings } = services;
  const customer = parties.get(customerId) as Party;
  if (invitation.activated !== null) throw conflict('This invitation was answered already.');
  const target = { type: 'user_mapping', id: invitation.mapping_id };
  if (activated && invitation.requester_id === caller.userId)
    throw audited(forbidden(), refusalOf('users:mapExternal', 'oneself', target));
  if (activated && (invitation.is_disabled || invitation.home_disabled)) throw conflict(texts.mappings.userInactive);
  if (activated && customer.is_disabled) throw conflict('The organisation is disabled.');
  const { mapping_id: id, email, firstname } = invitation;
  await trx.updateTable('user_mapping').set({ activated, updated_at: clock() }).where('id', '=', id).execute();
  if (activated && invitation.role_id !== null) {
    const link = new URL('/login', settings.publicUrl);
    await mailer.send(trx, {
      to: email,
      ...externalAcceptedMail({ name: firstname, organisation: customer.brandname, link }),
    });
  }
  const row = await selectExternalUsers(trx).where('user_mapping.id', '=', id).executeTakeFirstOrThrow();
  const requester = (await usersById(trx, [row.requester_id])).get(row.requester_id);
  const view = { reach: reachFor(caller, 'users:mapExternal'), extensions: settings.extensions };
  const party = { id: customer.id, brandname: customer.brandname };
  const mapping = tellUserMapping(view, row, party, requester);
  const { vendor_id, vendor } = mapping;
  return {
    answer: { ...mapping, vendor_id: vendor_id ?? party.id, vendor: vendor ?? party },
    audit: {
      action: 'users:mapExternal',
      target,
      before: { activated: null },
      after: { activated },
    },
  };
}
