import type { AttentionKind, AttentionUrgency } from '../gql/graphql.ts';
import type { Answer } from './script.ts';

const role = (id: string, name: string) => ({ __typename: 'Role', id, name });

/** Something that needs attention. */
export const attentionItem = (
  kind: AttentionKind,
  urgency: AttentionUrgency,
  count: number,
  changes: { organisations?: number; since?: Date; until?: Date } = {},
) => ({
  __typename: 'AttentionItem',
  kind,
  urgency,
  count,
  organisations: changes.organisations ?? null,
  since: changes.since?.toISOString() ?? null,
  until: changes.until?.toISOString() ?? null,
  dueInDays: null as number | null,
});

const overview = {
  __typename: 'Overview',
  users: [
    { __typename: 'OverviewUsers', role: role('1', 'Administrator'), active: 1, inactive: 0 },
    { __typename: 'OverviewUsers', role: role('4', 'Assessor'), active: 4, inactive: 0 },
    { __typename: 'OverviewUsers', role: role('5', 'Auditee'), active: 8, inactive: 2 },
    { __typename: 'OverviewUsers', role: null, active: 0, inactive: 0 },
  ] as object[] | null,
  signIns: {
    __typename: 'OverviewSignIns',
    days: [
      { __typename: 'OverviewDay', day: '2026-11-19', count: 0 },
      { __typename: 'OverviewDay', day: '2026-11-20', count: 4 },
    ],
    never: 1,
  } as object | null,
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
    undated: 1,
  } as object | null,
};

/** Figures for charts from a product API that has none. */
export const unknownOverview = { users: null, signIns: null, assessmentDetails: null };

/** Overview of an organisation with the viewer alone. */
export const emptyOverview = {
  users: [{ __typename: 'OverviewUsers', role: role('1', 'Administrator'), active: 1, inactive: 0 }],
  signIns: {
    __typename: 'OverviewSignIns',
    days: [{ __typename: 'OverviewDay', day: '2026-11-20', count: 0 }],
    never: 0,
  },
  assessmentDetails: {
    __typename: 'OverviewAssessmentDetails',
    statuses: [{ __typename: 'OverviewStatus', status: 'On Hold', count: 0 }],
    months: [{ __typename: 'OverviewMonth', month: '2026-11', due: 0, completed: 0 }],
    undated: 0,
  },
};

export const overviewResponse = (changes: object = {}): Answer => ({ data: { overview: { ...overview, ...changes } } });
