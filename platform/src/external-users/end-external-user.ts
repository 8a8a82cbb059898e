import type { Transaction } from 'kysely';
import { allowedOrganisations, auditedNotFound } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockAllowedOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { findOrganiserOrSubstitutes } from '../core/database/responsible-users.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { revokeInvitationLinks } from '../invitations/issue-invitation.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { externalUserEndedMail } from './external-user-mail-texts.ts';
import { type ExternalUserRow, selectExternalUsers } from './external-users.store.ts';
import { type Ending, endings, isStoppedBefore } from './mapping-ending.ts';
import { toUserMappingResponse } from './user-mapping-response.ts';

interface ExternalUserEnding {
  ending: Ending;
  reason: string | null;
}
type UserMappingResponse = ReturnType<typeof toUserMappingResponse>;

/** Removes an external user, or withdraws an invitation. Throws 403 by role, 404 if not invited or invisible, 409 in another state. */
export const endExternalUser = (
  services: Services,
  caller: Caller,
  { userId, organisationId, ...given }: ExternalUserEnding & { userId: number; organisationId: number },
): Promise<UserMappingResponse> =>
  runCommand(services, caller, async (trx) => {
    const { action } = endings[given.ending].externalUser;
    const organisation = await lockAllowedOrganisation(trx, caller, action, organisationId);
    await lockUser(trx, userId);
    await requireUnchangedCaller(trx, caller);
    const row = await selectExternalUsers(trx)
      .where('user_mapping.ent_usr_id', '=', userId)
      .where('user_mapping.mapped_org_id', '=', organisationId)
      .executeTakeFirst();
    if (!row) throw auditedNotFound(action, { type: 'ent_usr', id: userId });
    return endLockedExternalUser(services, trx, caller, organisation, row, given);
  });

/** Like `endExternalUser`, for an authorised caller; organisation and user are locked. */
export async function endLockedExternalUser(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: Pick<LockedOrganisation, 'id' | 'brandname'>,
  user: ExternalUserRow,
  { ending, reason }: ExternalUserEnding,
): Promise<CommandResult<UserMappingResponse>> {
  const { externalUser: rules, status } = endings[ending];
  const { extensions } = services.settings;
  const view = { allowed: allowedOrganisations(caller, rules.action), extensions };
  const party = { id: organisation.id, brandname: organisation.brandname };
  const requester = (await findUsersById(trx, [user.requester_id])).get(user.requester_id);
  if (isStoppedBefore(ending, user))
    return { answer: toUserMappingResponse(view, user, party, requester), audit: null };
  const { mapping_id, activated, ent_org_id } = user;
  const updated_at = services.clock();
  const after = { activated: false, status };
  await trx
    .updateTable('user_mapping')
    .set({ ...after, updated_at })
    .where('id', '=', mapping_id)
    .execute();
  await revokeAccessTo(services, trx, organisation.id, user);
  await mailBoth(services, trx, organisation, user, { ending, reason });
  const event = {
    action: rules.event,
    before: { activated },
    after: { ...after, ...(reason && { reason }) },
  };
  const audit = [{ ...event, target: { type: 'user_mapping', id: mapping_id }, organisationId: organisation.id }];
  // The user's own organisation sees this event.
  if (ent_org_id !== null)
    audit.push({ ...event, target: { type: 'ent_usr', id: user.id }, organisationId: ent_org_id });
  const row = await selectExternalUsers(trx).where('user_mapping.id', '=', mapping_id).executeTakeFirstOrThrow();
  return { answer: toUserMappingResponse(view, row, party, requester), audit };
}

/** Revokes the invitation, and ends sessions of a user without any organisation left. */
async function revokeAccessTo(
  { clock }: Services,
  trx: Transaction<Database>,
  organisationId: number,
  { id, ent_org_id }: ExternalUserRow,
): Promise<void> {
  const invitation = await trx
    .selectFrom('invitation')
    .select(['id', 'ent_usr_id', 'token_hash'])
    .where('ent_usr_id', '=', id)
    .where('ent_org_id', '=', organisationId)
    .where('kind', '=', 'external_user')
    .executeTakeFirst();
  if (invitation) await revokeInvitationLinks(trx, clock(), invitation);
  if (ent_org_id !== null) return;
  const other = await trx
    .selectFrom('user_mapping')
    .select('id')
    .where('ent_usr_id', '=', id)
    .where('activated', '=', true)
    .executeTakeFirst();
  if (!other) await revokeAllAccess(trx, clock, id);
}

async function mailBoth(
  { mailer }: Services,
  trx: Transaction<Database>,
  { id: organisationId, brandname: organisation }: Pick<LockedOrganisation, 'id' | 'brandname'>,
  user: ExternalUserRow,
  given: ExternalUserEnding,
): Promise<void> {
  const recipients = [...(user.is_disabled ? [] : [user]), ...(await findOrganiserOrSubstitutes(trx, organisationId))];
  const mails = recipients.map(({ email: to, firstname: name }) => ({
    to,
    ...externalUserEndedMail({ name, email: user.email, organisation, ...given }),
    organisationId,
  }));
  await mailer.send(trx, ...mails);
}
