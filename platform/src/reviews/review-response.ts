import { decideAccess } from '@console/contract/access';
import type { reviewsCalls } from '@console/contract/calls/reviews';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Caller } from '../core/access/caller.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { countUnapplied } from '../overview/unapplied-decisions.ts';
import { findAddenda } from './addenda.store.ts';
import { type ReviewOutcome, reviewOutcome } from './evidence/review-outcome.ts';
import { readEvidenceList } from './evidence/store-evidence.ts';
import { mayEndReview, mayReview, nameOf, type ReviewRow, type ReviewView } from './review-access.ts';

export type ReviewResponse = z.input<typeof reviewsCalls.accessReview.answer>['accessReview'];

interface Counted {
  review_id: number;
  reviewer_id: number | null;
  decision: ReviewResponse['decisionCounts'][number]['decision'] | null;
  outcome: ReviewOutcome | null;
  people: number;
}

/** Number of people by reviewer, decision and outcome. */
const countByReviewer = (db: Kysely<Database>, ids: readonly number[]): Promise<Counted[]> =>
  db
    .selectFrom('access_review_item')
    .where(sql<boolean>`review_id = any(${ids}::int[])`)
    .groupBy(['review_id', 'reviewer_id', 'decision', reviewOutcome])
    .select([
      'review_id',
      'reviewer_id',
      'decision',
      reviewOutcome.as('outcome'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .execute();

const sum = (rows: readonly Counted[]) => rows.reduce((total, { people }) => total + people, 0);
const sumDecided = (rows: readonly Counted[]) => sum(rows.filter(({ decision }) => decision !== null));

const countsOf = <Value extends string>(rows: readonly Counted[], of: (row: Counted) => Value | null) =>
  [...Map.groupBy(rows, of)].flatMap(([value, own]) => (value === null ? [] : { value, count: sum(own) }));

/** Reviews of one view, as the caller may read them: whole, or the people that they review. */
export async function toReviewResponses(
  db: Kysely<Database>,
  caller: Caller,
  view: ReviewView,
  reviews: readonly ReviewRow[],
): Promise<ReviewResponse[]> {
  if (reviews.length === 0) return [];
  const ids = reviews.map(({ id }) => id);
  const counted = await countByReviewer(db, ids);
  const users = await findUsersById(db, [
    ...new Set([
      ...counted.map(({ reviewer_id }) => reviewer_id),
      ...reviews.flatMap(({ started_by, ended_by }) => [started_by, ended_by]),
    ]),
  ]);
  const organisations = await findBrandNames(
    db,
    reviews.map(({ ent_org_id }) => ent_org_id),
  );
  const isWhole = view.kind === 'all';
  const evidence = isWhole ? await readEvidenceList(db, ids) : [];
  const ended = isWhole ? reviews.filter(({ state }) => state === 'ended') : [];
  const addenda = await findAddenda(db, ended);
  const unapplied = await countUnapplied(
    db,
    ended.map(({ id }) => id),
  );
  return reviews.map((review) => {
    const ofReview = counted.filter(({ review_id }) => review_id === review.id);
    const mine = ofReview.filter(({ reviewer_id }) => reviewer_id !== null && reviewer_id === caller.userId);
    const visible = view.kind === 'all' ? ofReview : mine;
    const { ent_org_id } = review;
    return {
      id: String(review.id),
      organisationId: String(ent_org_id),
      organisationName: organisations.get(ent_org_id) ?? '',
      name: review.name,
      dueOn: review.due_on,
      scope: scopes[review.scope],
      roles: (review.scope_roles ?? []) as ReviewResponse['roles'],
      state: states[review.state],
      startedAt: review.started_at.toISOString(),
      startedBy: nameOf(users.get(review.started_by), ent_org_id),
      seriesId: review.series_id === null ? null : String(review.series_id),
      endedAt: review.ended_at?.toISOString() ?? null,
      finishedAt: review.finished_at?.toISOString() ?? null,
      personCount: sum(visible),
      decidedCount: sumDecided(visible),
      withoutReviewerCount: sum(visible.filter(({ reviewer_id }) => reviewer_id === null)),
      decisionCounts: countsOf(visible, ({ decision }) => decision).map(({ value: decision, count }) => ({
        decision,
        count,
      })),
      outcomeCounts: countsOf(visible, ({ outcome }) => outcome).map(({ value: outcome, count }) => ({
        outcome,
        count,
      })),
      reviewers: [...Map.groupBy(visible, ({ reviewer_id }) => reviewer_id)]
        .filter(([id]) => id !== null)
        .map(([id, own]) => ({
          userId: String(id),
          fullName: nameOf(users.get(id), ent_org_id),
          personCount: sum(own),
          decidedCount: sumDecided(own),
        }))
        .toSorted((one, other) => one.fullName.localeCompare(other.fullName, 'en')),
      viewerPersonCount: sum(mine),
      viewerDecidedCount: sumDecided(mine),
      viewerCanDecide: review.state === 'open' && mine.length > 0 && mayReview(caller, ent_org_id),
      viewerCanRead: view.kind === 'all',
      viewerCanEnd: review.state === 'open' && mayEndReview(caller, review, users.get(review.started_by)),
      viewerCanCancel:
        review.state === 'open' &&
        caller.sessionId !== undefined &&
        decideAccess(caller, 'reviews:cancel', String(ent_org_id)) === 'allowed',
      evidence: evidence.filter(({ reviewId }) => reviewId === review.id).map(({ reviewId: _id, ...file }) => file),
      unappliedCount: isWhole ? (unapplied.get(review.id) ?? 0) : null,
      addenda: addenda.flatMap(({ reviewId, addendum }) => (reviewId === review.id ? addendum : [])),
    };
  });
}

export async function findBrandNames(
  db: Kysely<Database>,
  ids: readonly (number | null)[],
): Promise<Map<number | null, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ent_org')
    .select(['id', 'brandname'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, brandname }) => [id, brandname]));
}

const states = { open: 'OPEN', ending: 'ENDING', ended: 'ENDED', cancelled: 'CANCELLED' } as const;

export const scopes = { all: 'ALL', roles: 'ROLES', people: 'PEOPLE' } as const;

export async function toReviewResponse(
  db: Kysely<Database>,
  caller: Caller,
  view: ReviewView,
  review: ReviewRow,
): Promise<ReviewResponse> {
  const [answer] = await toReviewResponses(db, caller, view, [review]);
  return answer as ReviewResponse;
}
