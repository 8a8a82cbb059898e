import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, refused } from '../core/base/failure.ts';
import { findOtherOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findUsersById, type UserRow } from '../core/database/user-response.ts';
import { findCallerName, issueAndMailExternalInvitation } from '../invitations/invitation-mails.ts';
import { externalUserReviewMail } from './external-user-mail-texts.ts';
import { type InvitationByEmail, lockOrAddInvitationParties } from './invited-user.ts';

/** Invites a user or unknown email and emails both sides. Throws 403, 404, 409 if invited already, 422 for own or disabled users. */
export const inviteExternalUser = (services: Services, caller: Caller, invitation: InvitationByEmail): Promise<void> =>
  runCommand(services, caller, async (trx) => {
    const now = services.clock();
    const action = 'users:inviteExternal';
    const { inviting, user } = await lockOrAddInvitationParties(services, trx, caller, { ...invitation, action });
    if (user.is_disabled || (await isOfDisabledOrganisation(trx, user))) throw refused(texts.mappings.userInactive);
    const values = {
      ent_usr_id: user.id,
      mapped_org_id: inviting.id,
      activated: null,
      status: null,
      requester_id: caller.userId,
      modules: invitation.modules,
      created_at: now,
      updated_at: now,
    };
    const mapping = await trx
      .insertInto('user_mapping')
      .values(values)
      .onConflict((pair) =>
        pair.columns(['ent_usr_id', 'mapped_org_id']).doUpdateSet(values).where('user_mapping.activated', '=', false),
      )
      .returning('id')
      .executeTakeFirst();
    if (!mapping) throw conflict(await existingInvitationText(trx, user.id, inviting.id));
    await mailInvited(services, trx, caller, inviting, user);
    const { ent_usr_id, mapped_org_id, modules } = values;
    const after = { ent_usr_id, mapped_org_id, modules };
    const target = { type: 'user_mapping', id: mapping.id };
    return { answer: undefined, audit: { action: 'users:inviteExternal', target, organisationId: inviting.id, after } };
  });

async function existingInvitationText(
  trx: Transaction<Database>,
  userId: number,
  organisationId: number,
): Promise<string> {
  const { activated } = await trx
    .selectFrom('user_mapping')
    .select('activated')
    .where('ent_usr_id', '=', userId)
    .where('mapped_org_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return activated ? texts.mappings.userMapped : texts.mappings.userPending;
}

async function mailInvited(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  inviting: Row<'ent_org'>,
  user: UserRow,
): Promise<void> {
  const { mailer, settings } = services;
  const { id, brandname: organisation } = inviting;
  const link = new URL('/map-external-user', settings.publicUrl);
  link.searchParams.set('id', String(user.id));
  // The requester accepts their own invitation only if no other user of the organisation can.
  const others = await findOtherOrganisersOrHigher(trx, id, caller.userId);
  const requesters = others.length > 0 ? [] : [...(await findUsersById(trx, [caller.userId])).values()];
  const by = await findCallerName(trx, caller, inviting);
  const mails = [...others, ...requesters].map(({ email, firstname }) => ({
    to: email,
    ...externalUserReviewMail({ name: firstname, by, email: user.email, organisation, link }),
    organisationId: id,
  }));
  await mailer.send(trx, ...mails);
  await issueAndMailExternalInvitation(services, trx, caller, inviting, user);
}

async function isOfDisabledOrganisation(trx: Transaction<Database>, { ent_org_id }: UserRow): Promise<boolean> {
  const home = await trx
    .selectFrom('ent_org')
    .select('is_disabled')
    .where('id', '=', ent_org_id ?? 0)
    .executeTakeFirst();
  return home?.is_disabled ?? false;
}
