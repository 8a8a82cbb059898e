import type {
  AccessReviewDecision,
  AccessReviewOutcome,
  AccessReviewScope,
  AccessReviewState,
  ReviewTable_ItemFragment,
  RoleKey,
} from '../gql/graphql.ts';
import { countOf, formatCount, formatDay } from '../ui/values/format.ts';
import { roleLabels } from '../users/roleLabels.ts';

export const stateLooks: Readonly<Record<AccessReviewState, readonly [label: string, color: string]>> = {
  OPEN: ['Open', 'yellow'],
  ENDING: ['Applying decisions', 'blue'],
  ENDED: ['Completed', 'green'],
  CANCELLED: ['Cancelled', 'gray'],
};

export const outcomeLooks: Readonly<Record<AccessReviewOutcome, readonly [label: string, color: string]>> = {
  KEPT: ['Kept', 'green'],
  CHANGED: ['Changed', 'blue'],
  REMOVED: ['Removed', 'red'],
  UNCHANGED: ['Nothing to change', 'gray'],
  NOT_APPLIED: ['Not applied', 'orange'],
  UNDECIDED: ['No decision', 'yellow'],
};

export const outcomes = Object.keys(outcomeLooks) as AccessReviewOutcome[];

export const decisionLabels: Readonly<Record<AccessReviewDecision, string>> = {
  KEEP: 'Keep access',
  CHANGE_ROLE: 'Change role',
  REMOVE: 'Remove access',
};

export const decisionColors: Readonly<Record<AccessReviewDecision, string>> = {
  KEEP: 'green',
  CHANGE_ROLE: 'blue',
  REMOVE: 'red',
};

const scopeLabels: Readonly<Record<AccessReviewScope, string>> = {
  ALL: 'All users and external users',
  ROLES: 'Roles',
  PEOPLE: 'Selected people',
};

/** The roles from the lowest to the highest. */
const rolesUpwards = (Object.keys(roleLabels) as RoleKey[]).reverse();

export const lowestFirst = (roles: readonly RoleKey[]): RoleKey[] =>
  rolesUpwards.filter((role) => roles.includes(role));

/** Whether a new role has more permissions than the current one. */
export const hasMoreRights = (newRole: RoleKey, before: RoleKey | null): boolean =>
  before === null || rolesUpwards.indexOf(newRole) > rolesUpwards.indexOf(before);

/** The decisions of a review in numbers: `Keep access 3, change role 2, no decision 45`. */
export const decisionsText = ({ decisionCounts, personCount, decidedCount }: DecisionNumbers): string => {
  const countOfDecision = (wanted: AccessReviewDecision) =>
    decisionCounts.find(({ decision }) => decision === wanted)?.count ?? 0;
  const numbers = [
    ['keep access', countOfDecision('KEEP')],
    ['change role', countOfDecision('CHANGE_ROLE')],
    ['remove access', countOfDecision('REMOVE')],
    ['no decision', personCount - decidedCount],
  ] as const;
  const text = numbers.map(([label, count]) => `${label} ${formatCount(count)}`).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

interface DecisionNumbers {
  decisionCounts: readonly { decision: AccessReviewDecision; count: number }[];
  personCount: number;
  decidedCount: number;
}

/** A decision as a text: `Change role to Assessor`. */
export const decisionText = (decision: AccessReviewDecision, newRole: RoleKey | null): string =>
  newRole ? `${decisionLabels[decision]} to ${roleLabels[newRole]}` : decisionLabels[decision];

/** The people of a review as a text. */
export const scopeText = (scope: AccessReviewScope, roles: readonly RoleKey[]): string =>
  scope === 'ROLES' ? roles.map((role) => roleLabels[role]).join(', ') : scopeLabels[scope];

/** A day without a time, equal in every time zone. */
export const dayText = (day: string): string => formatDay(new Date(`${day}T00:00`));

type Fact = ReviewTable_ItemFragment['facts'][number];

const named = ({ at, text }: Fact) => [text, day(at)].filter(Boolean).join(', ');

const dated = (words: string, { at, text }: Fact) =>
  [text ? `${words} by ${text}` : words, day(at)].filter(Boolean).join(', ');

const day = (at: string | null | undefined) => (at ? formatDay(new Date(at)) : null);

/** Texts of each fact: label and value for the panel, and a short text for the line, which leaves out null. */
const factLooks: Readonly<Record<Fact['kind'], (fact: Fact) => readonly [string, string, string | null]>> = {
  LAST_SIGN_IN: ({ at }) => ['Last sign-in', day(at) ?? 'Never', at ? `Last sign-in ${day(at)}` : 'Never signed in'],
  SECOND_FACTORS: ({ text }) => ['Second factors', text || 'None', text || 'No second factor'],
  RESPONDER_DUTIES: ({ text }) => ['Responder in', text || 'None', text ? `Responder in ${text}` : null],
  API_KEYS: ({ count }) => ['API keys', String(count ?? 0), count ? countOf(count, 'API key') : null],
  INVITED: (fact) => ['Invited', named(fact), dated('Invited', fact)],
  ACCEPTED: (fact) => ['Accepted', named(fact), dated('Accepted', fact)],
  PROVISIONED: () => ['Identity provider', managedText, managedText],
  RECENT_ACTIVITY: ({ count, text }) => [
    'Events in the last 90 days',
    [formatCount(count ?? 0), text].filter(Boolean).join(': '),
    `${countOf(count ?? 0, 'event')} in the last 90 days`,
  ],
};
const managedText = 'Managed by your identity provider. Remove access there as well.';

/** The facts for a decision in one line. */
export const factsText = (facts: readonly Fact[]): string =>
  facts.flatMap((fact) => factLooks[fact.kind]?.(fact)[2] ?? []).join(' · ');

/** Label and value of a fact, for the panel. */
export const factEntry = (fact: Fact): readonly [label: string, value: string] => {
  const [label, value] = factLooks[fact.kind](fact);
  return [label, value];
};
