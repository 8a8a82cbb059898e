import { decideAccess } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { type ErrorCode, isAuditedCode } from '@console/contract/errors';
import type { Kysely } from 'kysely';
import { type Caller, findCallerOfUser } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { conflict, Failure, forbidden, notFound } from '../core/base/failure.ts';
import { rowFailure } from '../core/base/row-failure.ts';
import { isDatabaseUnavailable } from '../core/database/database.ts';
import { ReviewItemChanged } from '../core/database/review-item.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, type UserRow } from '../core/database/user-response.ts';
import { endExternalUser } from '../external-users/end-external-user.ts';
import { setUserDisabled } from '../users/set-disabled.ts';
import { updateUser } from '../users/update-user.ts';
import { finishReview } from './finish-review.ts';
import type { ReviewRow } from './review-access.ts';
import { findMembers, type ReviewItemRow } from './review-items.ts';

/** Applies the decisions of a review in one transaction each, then stores the evidence. Several workers can run it at once. */
export async function carryOutReview(
  services: Services,
  id: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db } = services;
  const review = await db.selectFrom('access_review').selectAll().where('id', '=', id).executeTakeFirst();
  if (review?.state !== 'ending') return;
  for (;;) {
    signal.throwIfAborted();
    const item = await db
      .selectFrom('access_review_item')
      .selectAll()
      .where('review_id', '=', id)
      .where('outcome', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!item) break;
    await carryOut(services, review, item, onError);
  }
  await finishReview(services, review);
}

async function carryOut(
  services: Services,
  review: ReviewRow,
  item: ReviewItemRow,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, clock } = services;
  const store = (
    outcome: Pick<ReviewItemRow, 'outcome'> & Partial<Pick<ReviewItemRow, 'outcome_code' | 'outcome_text'>>,
  ) =>
    db
      .updateTable('access_review_item')
      .set({ ...outcome, carried_out_at: clock() })
      .where('id', '=', item.id)
      .where('outcome', 'is', null)
      .returning('id')
      .executeTakeFirst();
  if (item.decision === null) {
    await store({ outcome: 'UNDECIDED' });
    return;
  }
  // Permissions are read again for each decision.
  const caller = await findEnder(services, review, item.id);
  try {
    const user = (await findUsersById(db, [item.ent_usr_id])).get(item.ent_usr_id);
    requireUnchanged(item, user, (await findMembers(db, review.ent_org_id, [item])).has(item.ent_usr_id));
    if (item.decision === 'KEEP') await store({ outcome: 'DONE' });
    else await runCommandOf(services, caller, review, item);
  } catch (error) {
    // The item is read again.
    if (error instanceof ReviewItemChanged) return;
    // The queue retries the job.
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof Failure)) onError(error);
    const { code, message } = rowFailure(error);
    const stored = await store({ outcome: 'REFUSED', outcome_code: code, outcome_text: message });
    if (stored && caller) await recordRefusal(services, caller, item, error, code);
  }
}

/** The user who completed the review, with current permissions; null if they may no longer complete it. */
async function findEnder(services: Services, review: ReviewRow, reviewItemId: number): Promise<Caller | null> {
  const found = review.ended_by === null ? null : await findCallerOfUser(services, review.ended_by);
  if (!found || decideAccess(found, 'reviews:end', String(review.ent_org_id)) !== 'allowed') return null;
  return { ...found, via: 'session', requestId: '', clientAddress: '', reviewItemId };
}

/** Throws 409 if the person changed after the decision. Access lost in between needs no removal. */
function requireUnchanged(
  { is_external, decision, decided_role_id, new_role_id }: ReviewItemRow,
  user: UserRow | undefined,
  isMember: boolean,
): void {
  if (!user) throw notFound();
  if (is_external) {
    if (!isMember && decision === 'KEEP') throw conflict('The external user left after the decision.');
    return;
  }
  if (!isMember) throw conflict('The user left the organisation after the decision.');
  if (user.role_id !== decided_role_id && !(decision === 'CHANGE_ROLE' && user.role_id === new_role_id))
    throw conflict('The role of the user was changed after the decision.');
  if (user.is_disabled && decision !== 'REMOVE') throw conflict('The user was deactivated after the decision.');
}

const notAnExternalUser = async () => undefined;

/** Each decision reuses the command of the single action, which completes it in its transaction. */
function runCommandOf(
  services: Services,
  caller: Caller | null,
  { ent_org_id }: ReviewRow,
  { decision, is_external, ent_usr_id: userId, new_role_id }: ReviewItemRow,
): Promise<unknown> {
  if (!caller)
    throw forbidden(
      'The user who completed the review is no longer allowed to make this change. Another user must make it.',
    );
  if (caller.userId === userId)
    throw forbidden('The user who completed the review cannot change their own access. Another user must change it.');
  // The reviewer's reason is for the evidence: a reason given here would be emailed.
  const ending = { ending: 'end', reason: null } as const;
  if (is_external) return endExternalUser(services, caller, { userId, organisationId: ent_org_id, ...ending });
  if (decision === 'REMOVE') return setUserDisabled(services, caller, userId, true);
  return updateUser(services, caller, userId, { role_id: new_role_id ?? 0 }, notAnExternalUser);
}

/** Records a failed decision like a failed call. */
async function recordRefusal(
  { refusals }: Services,
  { reviewItemId: _item, ...actor }: Caller,
  { ent_usr_id, decision, is_external }: ReviewItemRow,
  error: unknown,
  code: ErrorCode,
): Promise<void> {
  const event: AuditAction = is_external
    ? 'users:removeExternal'
    : decision === 'REMOVE'
      ? 'users:deactivate'
      : 'users:edit';
  const given = error instanceof Failure ? error.audit : null;
  const found = given ?? (isAuditedCode(code) ? refusalEntry(event, code, { type: 'ent_usr', id: ent_usr_id }) : null);
  if (!found) return;
  const entry = { ...found, after: { ...found.after, action: event } };
  await refusals.record({ actor, entry, emailHash: null, clientAddress: actor.clientAddress, gatewayProof: null });
}

/** Reviews with decisions that are not applied. */
export const findEndingReviews = (db: Kysely<Database>) =>
  db.selectFrom('access_review').select(['id', 'ent_org_id']).where('state', '=', 'ending').orderBy('id').execute();
