import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { unblockSignIn } from '../core/access/sign-in-block.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { Failure } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { issueAndMailInvitation } from '../invitations/invitation-mails.ts';
import { limitInvitationsTo } from '../invitations/limit-invitations.ts';
import { deleteRememberedDevices } from '../security/revoke-access.ts';
import { hasOwnDomain } from '../sso/sso-account.ts';
import { requireFreeSeats } from '../users/seats.ts';
import { hasAccess } from '../users/set-disabled.ts';
import { confirmSupervisors, supervisorSetter } from '../users/supervisor-setter.ts';
import { deactivateByProvider, isLastOrganiser, lastOrganiserError } from './deactivate.ts';
import { countDeactivation } from './deactivation-limit.ts';
import { type PlannedFields, staysLead } from './plan-fields.ts';
import type { ProvisioningContext } from './provisioning-context.ts';
import { endIssue, noteIssue } from './provisioning-issues.ts';
import type { ScimError } from './scim/scim-error.ts';
import { isVisibleToProvider } from './visible-to-provider.ts';

/** Writes the planned fields that change, with their event. The user is locked. Throws 409 for the last active Organiser. */
export async function writePlannedFields(
  { clock }: Services,
  trx: Transaction<Database>,
  { roleIds }: ProvisioningContext,
  current: UserRow,
  { texts, role }: Pick<PlannedFields, 'texts' | 'role'>,
): Promise<AuditEntry[]> {
  const givesRole = role !== undefined && role !== roleOf(current);
  if (givesRole && !current.is_disabled && (await isLastOrganiser(trx, current))) throw lastOrganiserError();
  const wanted = {
    ...texts,
    ...(givesRole && { role_id: roleIds.get(role), dept_lead: staysLead(current, role) }),
  };
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => wanted[field] !== current[field]);
  const now = clock();
  const setter = supervisorSetter(null, now);
  const confirmed = wanted.supervisor === current.supervisor ? await confirmSupervisors(trx, [current.id], setter) : [];
  if (changed.length === 0) return confirmed;
  const only = (row: Partial<Record<keyof typeof wanted, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, row[field]]));
  await trx
    .updateTable('ent_usr')
    .set({ ...only(wanted), ...(changed.includes('supervisor') && setter), updated_at: now })
    .where('id', '=', current.id)
    .execute();
  // A remembered device is trusted for the permissions at that time.
  if (givesRole) await deleteRememberedDevices(trx, current.id);
  return [
    { action: 'users:edit', target: { type: 'ent_usr', id: current.id }, before: only(current), after: only(wanted) },
    ...confirmed,
  ];
}

/** Activates or deactivates a locked user. Throws 403 at the user limit, 429 for too many deactivations. */
export async function setActiveByProvider(
  services: Services,
  trx: Transaction<Database>,
  context: ProvisioningContext,
  userId: number,
  active: boolean | undefined,
): Promise<{ events: AuditEntry[]; notes?: string[]; refused?: ScimError }> {
  const { clock } = services;
  const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
  const target = { type: 'ent_usr', id: userId };
  if (active === undefined || (!active && user.is_disabled)) return { events: [] };
  if (!active) {
    // A responder is already blocked, and the provider tries again.
    if (user.sign_in_blocked_at === null && !(await isLastOrganiser(trx, user)))
      await countDeactivation(trx, clock, {
        organisationId: context.organisation.id,
        userId,
        confirmedAt: context.settings.deactivationsConfirmedAt,
      });
    return deactivateByProvider(services, trx, user);
  }
  await endIssue(trx, { ent_org_id: context.organisation.id, ent_usr_id: userId, kind: 'DEACTIVATION_FAILED' });
  if (!user.is_disabled) {
    if (!(await unblockSignIn(trx, clock, userId))) return { events: [] };
    const change = { before: { sign_in_blocked: true }, after: { sign_in_blocked: false } };
    return { events: [{ action: 'users:unblock', target, ...change }] };
  }
  await requireFreeSeats(trx, context.organisation, 1);
  await noteReturn(services, trx, context.organisation.id, userId);
  await trx.updateTable('ent_usr').set({ is_disabled: false, updated_at: clock() }).where('id', '=', userId).execute();
  const { invited, notes } = await inviteUnlessSignedOn(services, trx, context.organisation, user);
  const before = { is_disabled: true };
  return {
    events: [{ action: 'users:activate', target, before, after: { is_disabled: false, ...(invited && { invited }) } }],
    notes,
  };
}

/** Creates an issue if the provider activates a user that the last access review removed, unless a person has activated them since. */
async function noteReturn(
  { clock }: Services,
  trx: Transaction<Database>,
  ent_org_id: number,
  ent_usr_id: number,
): Promise<void> {
  const last = await trx
    .selectFrom('access_review_item')
    .innerJoin('access_review', 'access_review.id', 'access_review_item.review_id')
    .select(['access_review.id', 'decision'])
    .where('access_review.ent_org_id', '=', ent_org_id)
    .where('access_review_item.ent_usr_id', '=', ent_usr_id)
    .where('outcome', '=', 'DONE')
    .where(
      sql<boolean>`not exists (select from audit_entry
        where target_type = 'ent_usr' and target_id = ${String(ent_usr_id)} and action = 'users:activate'
          and code is null and via <> 'scim' and at > carried_out_at)`,
    )
    .orderBy('carried_out_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.decision !== 'REMOVE') return;
  const issue = { ent_org_id, ent_usr_id, kind: 'RETURNED_AFTER_REVIEW' } as const;
  await noteIssue(trx, clock, { ...issue, detail: String(last.id) });
}

/** Invites a locked user without access by email, within limits, unless single sign-on applies. Returns whether it was sent, and a note. */
export async function inviteUnlessSignedOn(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  user: Pick<UserRow, 'id' | 'email' | 'firstname'>,
): Promise<{ invited: boolean; notes: string[] }> {
  const notInvited = { invited: false, notes: [] };
  if (await hasAccess(trx, user.id)) return notInvited;
  if (await signsOn(trx, organisation.id, user.email)) {
    // Otherwise the revoked invitation would keep them from signing in.
    await trx
      .deleteFrom('invitation')
      .where('ent_usr_id', '=', user.id)
      .where('ent_org_id', '=', organisation.id)
      .where('kind', '=', 'user')
      .where('revoked_at', 'is not', null)
      .execute();
    return notInvited;
  }
  try {
    const recipient = { email: user.email, invitingOrganisationId: organisation.id };
    await limitInvitationsTo({ ...services, db: trx }, recipient);
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 429) throw error;
    return { invited: false, notes: [notInvitedNote] };
  }
  await issueAndMailInvitation(services, trx, organisation, user, { kind: 'user', requester_id: null });
  return { invited: true, notes: [] };
}

const notInvitedNote =
  'No invitation was sent, because too many were sent to this user within an hour. Resend it in the console.';

/** Whether single sign-on is on, and the email in a verified domain. */
async function signsOn(trx: Transaction<Database>, organisationId: number, email: string): Promise<boolean> {
  const sso = await trx
    .selectFrom('sso')
    .select('ent_org_id')
    .where('ent_org_id', '=', organisationId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return sso !== undefined && (await hasOwnDomain(trx, organisationId, email));
}

/** Sets a new user as supervisor of users who were provisioned before, and still are within SCIM's reach; returns the events. */
export async function setWaitingManager(
  { clock }: Services,
  trx: Transaction<Database>,
  { id, ent_org_id, user_name, external_id }: Pick<Row<'scim_user'>, 'id' | 'ent_org_id' | 'user_name' | 'external_id'>,
  email: string,
): Promise<AuditEntry[]> {
  const waiting = await trx
    .updateTable('scim_user')
    .set({ waiting_manager: null, updated_at: clock() })
    .where('ent_org_id', '=', ent_org_id)
    .where(sql<boolean>`waiting_manager in (${id}, ${external_id}, ${user_name})`)
    .returning('ent_usr_id')
    .execute();
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ ent_usr_id }) => ent_usr_id);
  const users = await trx
    .selectFrom('ent_usr')
    .select(['id', 'supervisor'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where(isVisibleToProvider(ent_org_id))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const now = clock();
  await trx
    .updateTable('ent_usr')
    .set({ supervisor: email, ...supervisorSetter(null, now), updated_at: now })
    .where(sql<boolean>`id = any(${users.map(({ id: userId }) => userId)}::int[])`)
    .execute();
  return users.map(({ id: userId, supervisor }) => ({
    action: 'users:edit',
    target: { type: 'ent_usr', id: userId },
    before: { supervisor },
    after: { supervisor: email },
  }));
}
