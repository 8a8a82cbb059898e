import type { HandedOver, HandOverInput } from '@console/contract/generated/schema-types';
import { texts } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import { auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockManagedUser, readManagedUser } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Clock } from '../core/base/clock.ts';
import { refusedWithCode } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { issueAndMailInvitation } from '../invitations/invitation-mails.ts';
import { limitInvitationsTo } from '../invitations/limit-invitations.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { translateTakenDesignationError } from './designations.ts';
import { requireFreeSeats } from './seats.ts';

/** Moves responsibilities of a user within their deactivation; a command of another area. */
export type MoveDuties = (
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  handOver: HandOverInput,
) => Promise<{ handedOver: HandedOver; audit: AuditEntry[] }>;

/**
 * Activates (emailing a new link) or deactivates a user, after `moveDuties`. Throws 403 for oneself and for a higher
 * role, 404, 422 RESPONDER_ACTIVE, WRONG_PASSWORD unless unchanged, USER_LIMIT_REACHED, 429.
 */
export const setUserDisabled = (
  services: Services,
  caller: Caller,
  userId: number,
  disabled: boolean | 'toggle',
  moveDuties?: (trx: Transaction<Database>) => ReturnType<MoveDuties>,
): Promise<UserRow & { handedOver?: HandedOver | undefined }> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    const requestedAction = actionTo(disabled === 'toggle' ? !(await isUserDisabled(trx, userId)) : disabled);
    const target = { type: 'ent_usr', id: userId };
    if (userId === caller.userId) throw auditedForbidden(requestedAction, 'oneself', target);
    // Moved first, because this locks both users in the order of their ids.
    const { handedOver, audit: moved = [] } = (await moveDuties?.(trx)) ?? {};
    const { user, organisation } = await lockManagedUser(trx, caller, requestedAction, userId, {
      withOrganisation: true,
      withCaller: true,
    });
    const is_disabled = disabled === 'toggle' ? !user.is_disabled : disabled;
    const isNeeded = is_disabled !== user.is_disabled && (is_disabled || settings.requirePasswordOnActivate);
    if (is_disabled === user.is_disabled) {
      await consumeReauthentication(trx, clock, caller, { isNeeded });
      return { answer: { ...user, handedOver }, audit: moved.length > 0 ? moved : null };
    }
    const action = actionTo(is_disabled);
    // Another request toggled the user before the lock.
    if (action !== requestedAction) await readManagedUser(trx, caller, action, userId);
    if (is_disabled) await refuseResponder(trx, userId);
    else if (organisation) await requireFreeSeats(trx, organisation, 1);
    await consumeReauthentication(trx, clock, caller, { isNeeded });
    const ended = is_disabled ? await writeDeactivation(trx, clock, userId) : [];
    if (!is_disabled)
      await trx.updateTable('ent_usr').set({ is_disabled, updated_at: clock() }).where('id', '=', userId).execute();
    const answer = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    const invited = !is_disabled && organisation !== undefined && !(await hasAccess(trx, userId));
    if (invited) {
      const recipient = { email: answer.email, invitingOrganisationId: organisation.id };
      await limitInvitationsTo({ clock, db: trx }, recipient);
      await issueAndMailInvitation(services, trx, organisation, answer, { kind: 'user', requester_id: caller.userId });
    }
    if (is_disabled)
      return {
        answer: { ...answer, handedOver },
        audit: [{ action, target, ...deactivationChange(user) }, ...ended, ...moved],
      };
    const after = { is_disabled, ...(invited && { invited }) };
    return { answer, audit: { action, target, before: { is_disabled: user.is_disabled }, after } };
  }).catch(translateTakenDesignationError);

const actionTo = (disable: boolean) => (disable ? 'users:deactivate' : 'users:activate');

async function isUserDisabled(trx: Transaction<Database>, userId: number): Promise<boolean> {
  const user = await trx.selectFrom('ent_usr').select('is_disabled').where('id', '=', userId).executeTakeFirst();
  return user?.is_disabled ?? false;
}

/** Whether a user has a password, or has signed in at a provider. */
export async function hasAccess(trx: Transaction<Database>, userId: number): Promise<boolean> {
  const user = await trx
    .selectFrom('ent_usr')
    .select(['password_hash', 'last_sign_in_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.password_hash != null || user?.last_sign_in_at != null;
}

/** Deactivates a locked user, never a responder, and revokes access. Returns the events of keys that end permanently. */
export async function writeDeactivation(
  trx: Transaction<Database>,
  clock: Clock,
  userId: number,
): Promise<AuditEntry[]> {
  await trx
    .updateTable('ent_usr')
    .set({ is_disabled: true, sign_in_blocked_at: null, updated_at: clock() })
    .where('id', '=', userId)
    .execute();
  // Otherwise the next activation would bring the provisioning issues back.
  await trx
    .deleteFrom('provisioning_issue')
    .where('ent_usr_id', '=', userId)
    .where('kind', '<>', 'EMAIL_DIFFERS')
    .execute();
  await revokeAllAccess(trx, clock, userId);
  return revokeReplacedKeys(trx, clock(), userId);
}

/** Revokes keys that an organisation key replaces: they must not work again after an activation. */
async function revokeReplacedKeys(trx: Transaction<Database>, revoked_at: Date, userId: number): Promise<AuditEntry[]> {
  const revoked = await trx
    .updateTable('api_key')
    .set({ revoked_at })
    .where('ent_usr_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'in', trx.selectFrom('api_key').select('replaces_id').where('replaces_id', 'is not', null))
    .returning('id')
    .execute();
  return revoked.map(({ id }) => ({
    action: 'keys:revoke',
    target: { type: 'api_key', id },
    before: { revoked_at: null },
    after: { revoked_at },
  }));
}

/** Event of a deactivation, which also ends a sign-in block. */
export const deactivationChange = ({ sign_in_blocked_at }: Pick<UserRow, 'sign_in_blocked_at'>) => ({
  before: { is_disabled: false, ...(sign_in_blocked_at && { sign_in_blocked: true }) },
  after: { is_disabled: true, ...(sign_in_blocked_at && { sign_in_blocked: false }) },
});

export const isResponder = sql<boolean>`exists (select from responder where responder.ent_usr_id = ent_usr.id)`;

async function refuseResponder(trx: Transaction<Database>, userId: number): Promise<void> {
  const responder = trx.selectFrom('ent_usr').select('id').where('id', '=', userId).where(isResponder);
  if (await responder.executeTakeFirst()) throw refusedWithCode('RESPONDER_ACTIVE', texts.users.notPermitted);
}
