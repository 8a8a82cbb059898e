import { organisation, viewer } from './responses.ts';

export const reviewOf = (changes: object = {}) => ({
  __typename: 'AccessReview',
  id: '4',
  organisationId: organisation.id,
  organisationName: 'Demo',
  name: 'Access review November 2026',
  dueOn: '2026-12-11',
  scope: 'ALL',
  roles: [] as string[],
  state: 'OPEN',
  startedAt: '2026-11-20T09:30:00.000Z',
  startedBy: 'Olga Organiser',
  seriesId: null as string | null,
  endedAt: null as string | null,
  finishedAt: null as string | null,
  personCount: 3,
  decidedCount: 0,
  withoutReviewerCount: 0,
  decisionCounts: [] as object[],
  outcomeCounts: [] as object[],
  viewerPersonCount: 3,
  viewerDecidedCount: 0,
  viewerCanRead: true,
  viewerCanEnd: true,
  viewerCanCancel: true,
  reviewers: [
    { __typename: 'AccessReviewer', userId: '3', fullName: 'Olga Organiser', personCount: 3, decidedCount: 0 },
  ],
  evidence: [] as object[],
  unappliedCount: 0 as number | null,
  addenda: [] as object[] | null,
  ...changes,
});

export const reviewItemOf = (id: string, changes: object = {}) => ({
  __typename: 'AccessReviewItem',
  id,
  userId: `2${id}`,
  viewerCanViewUser: true,
  fullName: `Jane Doe ${id}`,
  email: `jane${id}@demo.example`,
  isExternal: false,
  homeOrganisation: null as string | null,
  role: 'ASSESSOR',
  roleAtStart: 'ASSESSOR',
  department: 'Legal',
  facts: [
    { __typename: 'AccessReviewFact', kind: 'LAST_SIGN_IN', at: '2026-11-18T07:15:00.000Z', count: null, text: null },
    { __typename: 'AccessReviewFact', kind: 'API_KEYS', at: null, count: 2, text: null },
    { __typename: 'AccessReviewFact', kind: 'RECENT_ACTIVITY', at: null, count: 14, text: 'Users changed' },
  ],
  reviewer: 'Olga Organiser',
  decision: null as string | null,
  newRole: null as string | null,
  reason: null as string | null,
  decidedBy: null as string | null,
  decidedAt: null as string | null,
  version: 0,
  viewerCanDecide: true,
  assignableRoles: ['ORGANISER', 'ASSESSOR', 'AUDITEE'],
  outcome: null as string | null,
  outcomeReason: null as string | null,
  removalNote: null as string | null,
  isUnapplied: false as boolean | null,
  viewerCanExplain: false as boolean | null,
  ...changes,
});

const pageInfo = { __typename: 'PageInfo', hasNextPage: false, hasPreviousPage: false, endCursor: null };

/** The response to the page of a review. */
export const reviewPage = (items: readonly object[], changes: object = {}) => ({
  data: {
    viewer,
    accessReview: reviewOf(changes),
    accessReviewItems: {
      __typename: 'AccessReviewItemConnection',
      totalCount: items.length,
      pageInfo,
      nodes: items,
    },
    lookups: { __typename: 'Lookups', departments: [{ __typename: 'Option', id: '1', label: 'Legal' }] },
  },
});

/** The response to the page of an organisation's reviews. */
export const reviewList = (reviews: readonly object[], changes: object = {}) => ({
  ...organisation,
  viewerCanViewAccessReviews: true,
  viewerCanStartAccessReview: true,
  accessReviews: {
    __typename: 'AccessReviewConnection',
    totalCount: reviews.length,
    pageInfo,
    nodes: reviews,
  },
  accessReviewSeries: [] as object[],
  selfSetSupervisorCount: 2,
  reviewEvidenceYears: 3,
  viewerCanSetReviewEvidenceYears: true,
  ...changes,
});
