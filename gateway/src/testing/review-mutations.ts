import type { MutationName } from '@console/contract/mutations';
import type { Answer, TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

const dayMs = 86_400_000;

/** The fields of a review. */
export const reviewFields = `id organisationId organisationName name dueOn scope roles state startedAt startedBy seriesId endedAt finishedAt
  personCount decidedCount withoutReviewerCount decisionCounts { decision count } outcomeCounts { outcome count } reviewers { userId fullName personCount decidedCount }
  viewerPersonCount viewerDecidedCount viewerCanDecide viewerCanRead viewerCanEnd viewerCanCancel evidence { kind fileName byteCount sha256 createdAt }
  unappliedCount addenda { itemId fullName reason writtenBy writtenAt sha256 }`;

/** The fields of a person in a review. */
export const itemFields = `id userId fullName email isExternal homeOrganisation role roleAtStart department facts { kind at count text } reviewer
  decision newRole reason decidedBy decidedAt version viewerCanDecide viewerCanViewUser assignableRoles outcome outcomeReason
  removalNote isUnapplied viewerCanExplain eventId`;

const review = `accessReview { ${reviewFields} }`;
const payloads = {
  startAccessReview: review,
  decideInAccessReview: `${review} items { ${itemFields} } failures { itemId code message }`,
  completeAccessReview: review,
  cancelAccessReview: review,
  explainUnappliedDecision: `${review} item { ${itemFields} }`,
  endAccessReviewSeries:
    'accessReviewSeries { id organisationId name months days scope roles selectedCount reviewers nextOn createdBy createdAt viewerCanEnd }',
} as const satisfies Partial<Record<MutationName, string>>;

export type ReviewMutation = keyof typeof payloads;
export const reviewMutationNames = Object.keys(payloads) as ReviewMutation[];

/** A review that can be started, without its organisation. */
export const reviewInput = (now: Date) => ({
  name: 'Quarterly',
  dueOn: new Date(now.getTime() + 14 * dayMs).toISOString().slice(0, 10),
  scope: 'ALL',
});

/** Sends a mutation of reviews. */
export const sendReview = (
  tab: TestClient,
  name: ReviewMutation,
  input: object,
  headers: Record<string, string | undefined> = {},
): Promise<Answer> =>
  tab.graphql(
    `mutation Send($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${payloads[name]} } }`,
    { input },
    headers,
  );

interface AddedReview {
  reviewId: string;
  seriesId: string;
  itemId: string;
}

/** A review and a recurring review of an organisation, started by the Administrator `adm`, who decides about the Auditee of organisation A. */
export async function addReview({ platform }: TestSystem, organisationId: number): Promise<AddedReview> {
  const { db, users, now } = platform;
  const common = { ent_org_id: organisationId, name: 'Quarterly', scope: 'all' as const };
  const dueOn = reviewInput(now()).dueOn;
  const series = await db
    .insertInto('access_review_series')
    .values({ ...common, months: 3, days: 14, next_on: dueOn, created_by: users.adm.id, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('access_review')
    .values({ ...common, due_on: dueOn, state: 'open', started_by: users.adm.id, started_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('access_review_item')
    .values({ review_id: id, ent_usr_id: users.audA.id, is_external: false, role_id: 5, reviewer_id: users.adm.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { reviewId: String(id), seriesId: String(series.id), itemId: String(item.id) };
}
