import { organiserRole } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import { lockOrganisation, lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { blockSignIn, isSignInBlocked } from '../core/access/sign-in-block.ts';
import { type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { personText } from '../core/mail/notice-rule.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { deactivationChange, isResponder, writeDeactivation } from '../users/set-disabled.ts';
import { signInBlockedMail } from '../users/user-mail-texts.ts';
import { ScimError } from './scim/scim-error.ts';
import { isVisibleToProvider } from './visible-to-provider.ts';

/** Events of a deactivation; with `refused` the user stays active, and the alternative is committed. */
export interface Deactivation {
  events: AuditEntry[];
  refused?: ScimError;
}

/** Most users per run of the job. */
const maxReleased = 200;

/** Deactivates a locked user for the identity provider. A responder's sign-in is blocked instead, so that a leaver is out anyway; the last active Organiser stays. */
export async function deactivateByProvider(
  services: Pick<Services, 'clock' | 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  user: UserRow,
): Promise<Deactivation> {
  const { clock } = services;
  if (user.is_disabled) return { events: [] };
  if (await isLastOrganiser(trx, user)) return { events: [], refused: lastOrganiserError() };
  const target = { type: 'ent_usr', id: user.id };
  const responder = trx.selectFrom('ent_usr').select('id').where('id', '=', user.id).where(isResponder);
  if (await responder.executeTakeFirst()) {
    const refused = new ScimError(409, texts.users.notPermitted);
    // One event and email are enough, because the provider retries again and again.
    if (!(await blockSignIn(trx, clock, user.id))) return { events: [], refused };
    await mailOrganisers(services, trx, user);
    const block = { before: { sign_in_blocked: false }, after: { sign_in_blocked: true } };
    return { events: [{ action: 'users:blockSignIn', target, ...block }], refused };
  }
  const ended = await writeDeactivation(trx, clock, user.id);
  await trx.updateTable('ent_usr').set({ deprovisioned_at: clock() }).where('id', '=', user.id).execute();
  return { events: [{ action: 'users:deactivate', target, ...deactivationChange(user) }, ...ended] };
}

async function mailOrganisers(
  { mailer, settings }: Pick<Services, 'mailer' | 'settings'>,
  trx: Transaction<Database>,
  user: UserRow,
): Promise<void> {
  const recipients = await selectRecipients(trx, organiserRole, user.ent_org_id).execute();
  const link = new URL(`/U/${user.id}/view`, settings.publicUrl);
  const mails = recipients.map(({ email: to, name, brandname }) => ({
    to,
    ...signInBlockedMail({ name, organisation: brandname ?? '', person: personText(user), link }),
    ...(user.ent_org_id !== null && { organisationId: user.ent_org_id }),
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
}

/** 409 if an organisation would have no Organiser. */
export const lastOrganiserError = () =>
  new ScimError(409, 'The last active Organiser of an organisation cannot be deactivated or get another role.');

/** Whether no other Organiser of the organisation can sign in. The caller has locked the organisation. */
export async function isLastOrganiser(
  trx: Transaction<Database>,
  { id, ent_org_id, role_id_str }: Pick<UserRow, 'id' | 'ent_org_id' | 'role_id_str'>,
): Promise<boolean> {
  if (role_id_str !== organiserRole) return false;
  const other = await trx
    .selectFrom('ent_usr')
    .innerJoin('role', 'role.id', 'ent_usr.role_id')
    .select('ent_usr.id')
    .where('ent_usr.ent_org_id', '=', ent_org_id)
    .where('ent_usr.id', '<>', id)
    .where('ent_usr.is_disabled', '=', false)
    .where(({ not }) => not(isSignInBlocked))
    .where('role.id_str', '=', organiserRole)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Deactivates blocked users who are no longer responders. Several platforms can run it at once. */
export async function deactivateReleasedUsers(
  services: Pick<Services, 'db' | 'clock' | 'mailer' | 'settings'>,
): Promise<void> {
  const released = (db: Services['db']) =>
    selectUsers(db)
      .where(isSignInBlocked)
      .where('ent_usr.is_disabled', '=', false)
      .where(sql<boolean>`not ${isResponder}`);
  // Organisations take turns, so that users who cannot be deactivated do not delay other organisations.
  const inTurn = sql`row_number() over (partition by ent_usr.ent_org_id order by random())`;
  const found = await released(services.db).orderBy(inTurn).limit(maxReleased).execute();
  await oneByOne(found, ({ id, ent_org_id }) =>
    runCommand({ ...services, notices: null }, systemActor, async (trx) => {
      await lockOrganisation(trx, ent_org_id);
      await lockUser(trx, id);
      // The block may have ended since, and the user may be out of the provider's reach.
      const blocked = released(trx).where('ent_usr.id', '=', id);
      const user = await blocked.where(isVisibleToProvider(ent_org_id ?? 0)).executeTakeFirst();
      const { events } = user ? await deactivateByProvider(services, trx, user) : { events: [] };
      return { answer: undefined, audit: events.length > 0 ? events : null };
    }),
  );
}
