import type { Answer } from './script.ts';

export const waiting = (count: number, since: string | null = null) => ({
  __typename: 'OverviewPending',
  count,
  since,
});
const named = (count: number, ...first: string[]) => ({
  __typename: 'OverviewOrganisationList',
  count,
  first: first.map((brandName, place) => ({
    __typename: 'OrganisationRef',
    id: `${brandName.length}${place}`,
    brandName,
  })),
});
const role = (id: string, name: string) => ({ __typename: 'Role', id, name });

/** The overview of an organisation; with `attention` that of all. */
const overview = {
  __typename: 'Overview',
  countedAt: '2026-11-20T09:00:00.000Z',
  organisations: null as object | null,
  seats: { __typename: 'OverviewSeats', used: 8, limit: 1200 as number | null, organisationsWithoutLimit: 0 } as
    | object
    | null,
  users: [
    { __typename: 'OverviewUsers', role: role('1', 'Administrator'), active: 1, inactive: 0 },
    { __typename: 'OverviewUsers', role: role('5', 'Auditee'), active: 7, inactive: 2 },
  ] as object[] | null,
  signIns: {
    __typename: 'OverviewSignIns',
    days: [
      { __typename: 'OverviewDay', day: '2026-11-19', count: 0 },
      { __typename: 'OverviewDay', day: '2026-11-20', count: 4 },
    ],
    users: 3,
    never: 1,
  } as object | null,
  assessments: { __typename: 'OverviewAssessments', pending: 3, completed: 2, total: 5 } as object | null,
  assessmentDetails: {
    __typename: 'OverviewAssessmentDetails',
    statuses: [
      { __typename: 'OverviewStatus', status: 'On Hold', count: 3 },
      { __typename: 'OverviewStatus', status: 'Completed', count: 2 },
    ],
    months: [
      { __typename: 'OverviewMonth', month: '2026-10', due: 2, completed: 1 },
      { __typename: 'OverviewMonth', month: '2026-11', due: 1, completed: 0 },
    ],
    overdue: 3,
    undated: 1,
  } as object | null,
  mappingRequests: waiting(2, '2026-11-11T08:00:00.000Z') as object | null,
  invitations: waiting(1, '2026-11-20T08:00:00.000Z') as object | null,
  organisationInvitations: waiting(0) as object | null,
  attention: null as object | null,
};

/** What only one of all organisations together has. */
export const ofAll = {
  organisations: { __typename: 'OverviewOrganisations', active: 12, disabled: 3 },
  attention: {
    __typename: 'OverviewAttention',
    full: named(0),
    withoutOrganiser: named(7, 'Acme', 'Bolt'),
    overdue: named(1, 'Cargo'),
    neverSignedIn: named(0),
  },
};

/** The response of a product API without any figures. */
export const unknownOverview = Object.fromEntries(
  Object.entries(overview).map(([name, value]) => [name, ['__typename', 'countedAt'].includes(name) ? value : null]),
);

export const overviewAnswer = (changes: object = {}): Answer => ({ data: { overview: { ...overview, ...changes } } });
