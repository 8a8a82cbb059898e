import { reviewLimits } from '@console/contract/review-limits';
import { texts } from '@console/contract/rules';
import type { AccessReviewScope, RoleKey, StartAccessReviewInput } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { roleLabels } from '../ui/layout/roleLabels.ts';

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
  /** Whether the supervisor of each person decides. */
  bySupervisors: 'yes' | 'no';
  reviewerIds: Person[];
  repeatMonths: string | null;
};

export const roleOptions = (Object.keys(roleLabels) as RoleKey[]).map((value) => ({ value, label: roleLabels[value] }));
export const repeatOptions = [3, 6, 12].map((months) => ({ value: String(months), label: `Every ${months} months` }));

const dayOf = (time: Date): string =>
  [time.getFullYear(), String(time.getMonth() + 1).padStart(2, '0'), String(time.getDate()).padStart(2, '0')].join('-');

const days = (count: number) => {
  const time = new Date();
  time.setDate(time.getDate() + count);
  return dayOf(time);
};
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** From tomorrow to a year from now. */
export const dueRange = () => ({ min: days(1), max: days(365) });

/** The name of a new review: of the month, and with a number if that is the name of another one. */
const newName = (taken: readonly string[]): string => {
  const name = `Access review ${months.format(new Date())}`;
  const names = [name, ...taken.map((_one, index) => `${name} (${index + 2})`)];
  return names.find((one) => !taken.includes(one)) ?? name;
};

export const initialValues = (takenNames: readonly string[]): StartReviewValues => ({
  name: newName(takenNames),
  dueOn: days(14),
  scope: 'ALL',
  roles: [],
  userIds: [],
  bySupervisors: 'yes',
  reviewerIds: [],
  repeatMonths: null,
});

const isEmpty = (list: readonly unknown[]) => (list.length === 0 ? texts.field.required : null);

export const startReviewChecks = {
  name: textCheck(reviewLimits.nameLength),
  dueOn: (dueOn: string): string | null => {
    const { min, max } = dueRange();
    if (!dueOn) return texts.field.required;
    return dueOn < min || dueOn > max ? 'must be from tomorrow to a year from now' : null;
  },
  roles: (roles: readonly string[], { scope }: StartReviewValues) => (scope === 'ROLES' ? isEmpty(roles) : null),
  userIds: (people: readonly Person[], { scope }: StartReviewValues) => (scope === 'PEOPLE' ? isEmpty(people) : null),
  reviewerIds: (people: readonly Person[], { bySupervisors }: StartReviewValues) =>
    bySupervisors === 'no' ? isEmpty(people) : null,
};

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

/** What the form sends: only what belongs to the selected scope. */
export const startReviewInput = (organisationId: string, values: StartReviewValues): StartAccessReviewInput => ({
  organisationId,
  name: values.name.trim(),
  dueOn: values.dueOn,
  scope: values.scope,
  ...(values.scope === 'ROLES' && { roles: values.roles as RoleKey[] }),
  ...(values.scope === 'PEOPLE' && { userIds: idsOf(values.userIds) }),
  ...(values.bySupervisors === 'no' && { reviewerIds: idsOf(values.reviewerIds) }),
  repeatMonths: values.repeatMonths ? Number(values.repeatMonths) : null,
});
