import { mayManageRole } from '@console/contract/access';
import { sessionNeeded } from '@console/contract/call';
import { maxListedUnmovedUsers } from '@console/contract/calls/user-duties';
import type { FieldProblem } from '@console/contract/errors';
import type { UnmovedUser, UserDuty } from '@console/contract/generated/schema-types';
import { sql, type Transaction } from 'kysely';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockOrganisation, lockUsers, readManagedUser } from '../core/access/locks.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import type { Database } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { isOrganiserCandidate, notOrganiserCandidate, writeOrganiser } from '../organisations/organisers.ts';
import { isProvisioned } from './provisioned-fields.ts';
import type { MoveDuties } from './set-disabled.ts';
import { isSupervisedBy } from './supervised-users.ts';
import { supervisorSetter } from './supervisor-setter.ts';

/** Permission for each responsibility. */
const actionOf = {
  SUPERVISED_USERS: 'users:edit',
  ORGANISER: 'organisations:changeOrganiser',
} as const satisfies Record<UserDuty, string>;

interface HandOver {
  user: UserRow;
  to: UserRow;
  organisation: LockedOrganisation;
  /** Users whose supervisor was the user before the lock. */
  supervisedIds: readonly number[];
}

/** Moves responsibilities within a deactivation, all or none; returns supervised users that stay. Throws 403, 404, 422 by field. */
export const moveDuties: MoveDuties = async (services, trx, caller, userId, { toUserId, duties }) => {
  requireSession(caller, sessionNeeded);
  if (duties.length === 0) throw invalid('duties', 'REQUIRED', 'is required');
  const handOver = await lockBoth(trx, caller, userId, parseId(toUserId), [...new Set(duties)]);
  const isIn = (duty: UserDuty) => duties.includes(duty);
  const organiser = isIn('ORGANISER') ? await moveOrganiser(services, trx, handOver) : [];
  const supervised = isIn('SUPERVISED_USERS') ? await moveSupervisedUsers(services, trx, caller, handOver) : none;
  const { user, to } = handOver;
  const handedOver = {
    movedUserCount: supervised.events.length,
    unmovedUsers: supervised.unmoved.slice(0, maxListedUnmovedUsers),
    unmovedUserCount: supervised.unmoved.length,
  };
  const events = [...organiser, ...supervised.events];
  const audit: AuditEntry = {
    action: 'users:handOver',
    target: { type: 'ent_usr', id: user.id },
    before: { holder_id: user.id },
    after: { holder_id: to.id, organiser: organiser.length > 0, supervised_users: supervised.events.length },
  };
  return { handedOver, audit: events.length > 0 ? [audit, ...events] : [] };
};

const none: { events: AuditEntry[]; unmoved: UnmovedUser[] } = { events: [], unmoved: [] };

const invalid = (field: string, code: FieldProblem['code'], message: string) =>
  invalidFields({ [field]: [{ code, message }] });

/** Locks the organisation, then both users, the supervised ones and the caller, after authorising each responsibility. */
async function lockBoth(
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  toId: number,
  duties: readonly UserDuty[],
): Promise<HandOver> {
  const authorise = async () => {
    let user: UserRow | undefined;
    for (const duty of duties) user = await readManagedUser(trx, caller, actionOf[duty], userId);
    if (!user || user.ent_org_id === null) throw notFound();
    for (const duty of duties) authorizeOrganisation(caller, actionOf[duty], user.ent_org_id);
    return { user, organisationId: user.ent_org_id };
  };
  const unlocked = await authorise();
  const organisation = await lockOrganisation(trx, unlocked.organisationId);
  const supervisedIds = duties.includes('SUPERVISED_USERS') ? await findSupervisedIds(trx, unlocked.user) : [];
  await lockUsers(trx, [userId, toId, caller.userId, ...supervisedIds]);
  await requireUnchangedCaller(trx, caller);
  const { user, organisationId } = await authorise();
  if (!organisation || organisation.id !== organisationId) throw notFound();
  const to = await selectUsers(trx).where('ent_usr.id', '=', toId).executeTakeFirst();
  if (!to || to.ent_org_id !== organisationId || to.is_disabled || to.id === userId)
    throw invalid('toUserId', 'NOT_ALLOWED', 'must be another active user of the organisation');
  return { user, to, organisation, supervisedIds };
}

async function findSupervisedIds(trx: Transaction<Database>, user: UserRow): Promise<number[]> {
  const users = await trx.selectFrom('ent_usr').select('id').where(isSupervisedBy(user)).execute();
  return users.map(({ id }) => id);
}

async function moveOrganiser(
  services: Services,
  trx: Transaction<Database>,
  { user, to, organisation }: HandOver,
): Promise<AuditEntry[]> {
  // An earlier attempt has already moved the responsibility.
  if (organisation.organizer_id === to.id) return [];
  if (organisation.organizer_id !== user.id)
    throw invalid('duties', 'NOT_ALLOWED', 'cannot contain ORGANISER: the user is not the main Organiser');
  if (!isOrganiserCandidate(to)) throw invalidFields({ toUserId: [notOrganiserCandidate] });
  return [await writeOrganiser(services, trx, organisation, to.id)];
}

/** Changes supervisors, except of users that the caller could not change one by one. */
async function moveSupervisedUsers(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  { user, to, supervisedIds }: HandOver,
): Promise<typeof none> {
  const supervised = await selectUsers(trx)
    .where(sql<boolean>`ent_usr.id = any(${supervisedIds}::int[])`)
    .where(isSupervisedBy(user))
    .orderBy('ent_usr.id')
    .execute();
  const reasons = new Map(supervised.map((one) => [one.id, unmovedReason(caller, one, to)]));
  const moved = supervised.filter(({ id }) => reasons.get(id) === null);
  const now = clock();
  await trx
    .updateTable('ent_usr')
    .set({ supervisor: to.email, ...supervisorSetter(caller.userId, now), updated_at: now })
    .where(sql<boolean>`id = any(${moved.map(({ id }) => id)}::int[])`)
    .execute();
  return {
    events: moved.map(({ id, supervisor }) => ({
      action: 'users:edit',
      target: { type: 'ent_usr', id },
      before: { supervisor },
      after: { supervisor: to.email },
    })),
    unmoved: supervised.flatMap((one) => {
      const reason = reasons.get(one.id) ?? null;
      return reason === null ? [] : [{ id: String(one.id), name: nameOf(one), reason }];
    }),
  };
}

function unmovedReason(caller: Caller, user: UserRow, to: UserRow): UnmovedUser['reason'] | null {
  if (user.id === to.id) return 'NEW_SUPERVISOR';
  if (!mayManageRole(caller.role, roleOf(user))) return 'HIGHER_ROLE';
  return isProvisioned(user, 'supervisor') ? 'PROVISIONED' : null;
}

const nameOf = ({ firstname, lastname, email }: UserRow) => [firstname, lastname].filter(Boolean).join(' ') || email;
