import { type ReviewPlan, reviewPlanProblems, reviewRepeatMonths } from '@console/contract/review-plan';
import { texts } from '@console/contract/rules';
import { dayIn } from '@console/contract/secret-expiry';
import type { AccessReviewScope, RoleKey, StartAccessReviewInput } from '../gql/graphql.ts';
import { roleLabels } from '../users/roleLabels.ts';

/** A person of a field with several. */
export interface Person {
  id: string;
  label: string;
}

export type StartReviewValues = {
  name: string;
  dueOn: string;
  scope: AccessReviewScope;
  roles: string[];
  userIds: Person[];
  /** Whether each person's supervisor decides. */
  bySupervisors: 'yes' | 'no';
  reviewerIds: Person[];
  repeatMonths: string | null;
};

export const roleOptions = (Object.keys(roleLabels) as RoleKey[]).map((value) => ({ value, label: roleLabels[value] }));
export const repeatOptions = reviewRepeatMonths.map((months) => ({
  value: String(months),
  label: `Every ${months} months`,
}));

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** The range of due dates: from tomorrow to a year from now, in the time zone of the organisation. */
export const dueRange = (timeZone: string) => ({
  min: dayIn(1, new Date(), timeZone),
  max: dayIn(365, new Date(), timeZone),
});

/** The name of a new review: the month, with a number if another review has that name. */
const newName = (taken: readonly string[]): string => {
  const name = `Access review ${months.format(new Date())}`;
  const names = [name, ...taken.map((_one, index) => `${name} (${index + 2})`)];
  return names.find((one) => !taken.includes(one)) ?? name;
};

export const initialValues = (takenNames: readonly string[], timeZone: string): StartReviewValues => ({
  name: newName(takenNames),
  dueOn: dayIn(14, new Date(), timeZone),
  scope: 'ALL',
  roles: [],
  userIds: [],
  bySupervisors: 'yes',
  reviewerIds: [],
  repeatMonths: null,
});

export const startReviewChecks = (timeZone: string) => {
  const checkOf = (field: keyof ReviewPlan) => (_value: unknown, values: StartReviewValues) =>
    reviewPlanProblems(planOf(values), { now: new Date(), timeZone })[field]?.message ?? null;
  return {
    name: checkOf('name'),
    dueOn: checkOf('dueOn'),
    roles: checkOf('roles'),
    userIds: checkOf('userIds'),
    reviewerIds: (people: readonly Person[], values: StartReviewValues) =>
      values.bySupervisors === 'no' && people.length === 0
        ? texts.field.required
        : checkOf('reviewerIds')(people, values),
  };
};

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

/** Input of the mutation: only fields of the selected scope. */
const planOf = (values: StartReviewValues) => ({
  name: values.name.trim(),
  dueOn: values.dueOn,
  scope: values.scope,
  roles: values.scope === 'ROLES' ? (values.roles as RoleKey[]) : [],
  userIds: values.scope === 'PEOPLE' ? idsOf(values.userIds) : [],
  reviewerIds: values.bySupervisors === 'no' ? idsOf(values.reviewerIds) : [],
  repeatMonths: values.repeatMonths ? Number(values.repeatMonths) : null,
});

export const startReviewInput = (organisationId: string, values: StartReviewValues): StartAccessReviewInput => ({
  organisationId,
  ...planOf(values),
});
