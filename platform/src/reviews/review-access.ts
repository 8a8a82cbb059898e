import { decideAccess, mayManageRole, type RoleKey, scopeOf } from '@console/contract/access';
import type { Kysely } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { personName, roleOf, type UserRow } from '../core/database/user-response.ts';

export type ReviewRow = Row<'access_review'>;

/** Readable part of an organisation's reviews: all, or the people that the caller reviews. */
export type ReviewView = { kind: 'all' } | { kind: 'own'; userId: number };

/** Name of a user for readers of the organisation; empty for a missing user. */
export const nameOf = (user: UserRow | undefined, organisationId: number): string =>
  user ? personName(user, organisationId) : '';

const mayReadReviews = (caller: Caller, organisationId: number): boolean =>
  decideAccess(caller, 'reviews:view', String(organisationId)) === 'allowed';

export const mayReview = (caller: Caller, organisationId: number): boolean =>
  caller.userId !== null &&
  caller.sessionId !== undefined &&
  (['reviews:decide', 'users:view'] as const).every(
    (action) => decideAccess(caller, action, String(organisationId)) === 'allowed',
  );

/** Throws 403 by role, 404 for another organisation, 403 if it does not allow the caller's address. */
export function authorizeReviews(caller: Caller, organisationId: number): ReviewView {
  const target = { type: 'ent_org', id: organisationId };
  if (mayReadReviews(caller, organisationId)) {
    authorizeOrganisation(caller, 'reviews:view', organisationId, target);
    return { kind: 'all' };
  }
  authorizeOrganisation(caller, 'reviews:decide', organisationId, target);
  if (caller.userId === null) throw auditedNotFound('reviews:view', target);
  return { kind: 'own', userId: caller.userId };
}

/** A review that the caller may read at least in part. Throws an audited 404 otherwise. */
export async function findReview(
  db: Kysely<Database>,
  caller: Caller,
  id: number,
): Promise<{ review: ReviewRow; view: ReviewView }> {
  const absent = () => auditedNotFound('reviews:view', { type: 'access_review', id });
  const review = await db.selectFrom('access_review').selectAll().where('id', '=', id).executeTakeFirst();
  if (!review) throw absent();
  const { ent_org_id } = review;
  if (mayReadReviews(caller, ent_org_id)) return { review, view: authorizeReviews(caller, ent_org_id) };
  if (caller.userId === null || decideAccess(caller, 'reviews:decide', String(ent_org_id)) !== 'allowed')
    throw absent();
  const own = await db
    .selectFrom('access_review_item')
    .select('id')
    .where('review_id', '=', id)
    .where('reviewer_id', '=', caller.userId)
    .limit(1)
    .executeTakeFirst();
  if (!own) throw absent();
  return { review, view: authorizeReviews(caller, ent_org_id) };
}

/** Whether the caller may decide about a person with this role: as reviewer, not about themselves or a higher role. */
export const mayDecide = (
  caller: Caller,
  review: Pick<ReviewRow, 'ent_org_id' | 'state'>,
  { reviewer_id, ent_usr_id, role }: { reviewer_id: number | null; ent_usr_id: number; role: RoleKey | null },
): boolean =>
  review.state === 'open' &&
  reviewer_id === caller.userId &&
  ent_usr_id !== caller.userId &&
  mayReview(caller, review.ent_org_id) &&
  mayManageRole(caller.role, role);

export const mayEditUsers = (caller: Caller, { ent_org_id }: Pick<ReviewRow, 'ent_org_id'>): boolean =>
  decideAccess(caller, 'users:edit', String(ent_org_id)) === 'allowed';

function canStarterEnd(
  { ent_org_id, started_by }: Pick<ReviewRow, 'ent_org_id' | 'started_by'>,
  starter: UserRow | undefined,
): boolean {
  if (!starter || starter.id !== started_by || starter.is_disabled || starter.sign_in_blocked_at) return false;
  const organisationId = starter.ent_org_id === null ? null : String(starter.ent_org_id);
  return decideAccess({ role: roleOf(starter), organisationId }, 'reviews:end', String(ent_org_id)) === 'allowed';
}

/** Whether the caller may complete a review: its starter or, if they can no longer, another Organiser or an Administrator. */
export const mayEndReview = (
  caller: Caller,
  review: Pick<ReviewRow, 'ent_org_id' | 'started_by'>,
  starter: UserRow | undefined,
): boolean =>
  caller.sessionId !== undefined &&
  scopeOf(caller, 'reviews:end') !== null &&
  decideAccess(caller, 'reviews:end', String(review.ent_org_id)) === 'allowed' &&
  (review.started_by === caller.userId || !canStarterEnd(review, starter));
