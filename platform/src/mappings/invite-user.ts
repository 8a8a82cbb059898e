import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { holdReached } from '../core/access/lock-allowed-organisation.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, refused } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { externalInvitationMail, externalUserMail } from '../core/mail/mail-texts.ts';
import { holdInvited, type Invitation, refuseUnknownModules } from './invited-user.ts';
import { responsibleOf } from './responsible.ts';

/**
 * Invites somebody to work in an organisation that is not theirs; for an unknown email, somebody of whom nothing else is known. The organisation's
 * other Organisers and higher are mailed where to let them in, and they themselves that they were invited. Throws 403, 404, 409 when they are mapped or invited
 * already, and 422 for an email of the organisation itself, a disabled user and a disabled organisation.
 */
export const inviteExternalUser = (
  services: Services,
  caller: Caller,
  requestId: string,
  invitation: Invitation,
): Promise<void> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const now = services.clock();
    const inviting = await holdReached(trx, caller, 'users:inviteExternal', invitation.organisationId);
    if (inviting.is_disabled) throw refused('The organisation is disabled.');
    await refuseUnknownModules(trx, caller, invitation);
    const user = await holdInvited(trx, now, invitation);
    if (user.is_disabled || (await isOfDisabled(trx, user))) throw refused(texts.mappings.userInactive);
    const values = {
      ent_usr_id: user.id,
      mapped_org_id: inviting.id,
      activated: null,
      requester_id: caller.userId,
      modules: invitation.modules,
      created_at: now,
      updated_at: now,
    };
    const mapping = await trx
      .insertInto('user_mapping')
      .values(values)
      .onConflict((one) =>
        one.columns(['ent_usr_id', 'mapped_org_id']).doUpdateSet(values).where('user_mapping.activated', '=', false),
      )
      .returning('id')
      .executeTakeFirst();
    if (!mapping) throw conflict(await whyNot(trx, user.id, inviting.id));
    await mailInvited(services, trx, caller, inviting, user);
    const { ent_usr_id, mapped_org_id, modules } = values;
    const after = { ent_usr_id, mapped_org_id, modules };
    const target = { type: 'user_mapping', id: mapping.id };
    return { answer: undefined, audit: { action: 'users:inviteExternal', target, after } };
  });

async function whyNot(trx: Transaction<Database>, userId: number, organisationId: number): Promise<string> {
  const { activated } = await trx
    .selectFrom('user_mapping')
    .select('activated')
    .where('ent_usr_id', '=', userId)
    .where('mapped_org_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return activated ? texts.mappings.userMapped : texts.mappings.userPending;
}

async function mailInvited(
  { mailer, settings }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { id, brandname: organisation }: Row<'ent_org'>,
  user: UserRow,
): Promise<void> {
  const link = new URL('/map-external-user', settings.publicUrl);
  link.searchParams.set('id', String(user.id));
  // Who sent the invitation cannot accept it.
  const others = (await responsibleOf(trx, id)).filter((person) => person.id !== caller.userId);
  const mails = others.map(({ email, firstname }) => ({
    to: email,
    ...externalUserMail({ name: firstname, email: user.email, organisation, link }),
  }));
  const toThem = { to: user.email, ...externalInvitationMail({ name: user.firstname, organisation }) };
  await mailer.send(trx, ...mails, toThem);
}

async function isOfDisabled(trx: Transaction<Database>, { ent_org_id }: UserRow): Promise<boolean> {
  const home = await trx
    .selectFrom('ent_org')
    .select('is_disabled')
    .where('id', '=', ent_org_id ?? 0)
    .executeTakeFirst();
  return home?.is_disabled ?? false;
}
