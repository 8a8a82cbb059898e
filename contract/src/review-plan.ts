import type { FieldProblem } from './errors.ts';
import { fieldProblem, requiredProblem } from './fields/field-problem.ts';
import { reviewLimits } from './review-limits.ts';
import { daysUntil, isCalendarDay } from './secret-expiry.ts';

/** After how many months a recurring access review can start again. */
export const reviewRepeatMonths: readonly number[] = [3, 6, 12];

/** An access review as it is requested: its trimmed name, the day by which it is due, its people, reviewers and repetition. */
export interface ReviewPlan {
  name: string;
  dueOn: string;
  scope: 'ALL' | 'ROLES' | 'PEOPLE';
  roles: readonly string[];
  userIds: readonly unknown[];
  reviewerIds: readonly unknown[];
  repeatMonths: number | null;
}

/** The moment, and the time zone of the organisation. */
export interface Today {
  now: Date;
  timeZone: string;
}

/** The problem of a list that only one scope needs: missing with that scope, or given with another. */
function scopeProblem(
  list: readonly unknown[],
  wanted: ReviewPlan['scope'],
  { scope }: ReviewPlan,
): FieldProblem | null {
  if (scope === wanted) return list.length === 0 ? requiredProblem : null;
  return list.length > 0 ? { code: 'OTHER', message: `must be empty unless the scope is ${wanted}` } : null;
}

const lengthProblem = (list: readonly unknown[], most: number): FieldProblem | null =>
  list.length > most ? { code: 'FORMAT', message: `must have at most ${most} ids` } : null;

const rules: { [Name in keyof ReviewPlan]?: (plan: ReviewPlan, today: Today) => FieldProblem | null } = {
  name: ({ name }) => fieldProblem({ required: true, maxLength: reviewLimits.nameLength }, name),
  dueOn: ({ dueOn }, { now, timeZone }) => {
    if (dueOn === '') return requiredProblem;
    if (!isCalendarDay(dueOn)) return { code: 'FORMAT', message: 'must be a day such as 2027-01-31' };
    const days = daysUntil(dueOn, now, timeZone);
    return days < 1 || days > reviewLimits.days
      ? { code: 'FORMAT', message: `must be from tomorrow to a year from now, in the time zone ${timeZone}` }
      : null;
  },
  roles: (plan) => scopeProblem(plan.roles, 'ROLES', plan),
  userIds: (plan) => lengthProblem(plan.userIds, reviewLimits.people) ?? scopeProblem(plan.userIds, 'PEOPLE', plan),
  reviewerIds: ({ reviewerIds }) => lengthProblem(reviewerIds, reviewLimits.reviewers),
  repeatMonths: ({ repeatMonths }) =>
    repeatMonths === null || reviewRepeatMonths.includes(repeatMonths)
      ? null
      : { code: 'FORMAT', message: 'must be 3, 6 or 12' },
};

/** The problems of a requested access review that need no database, by field. */
export const reviewPlanProblems = (plan: ReviewPlan, today: Today): Partial<Record<keyof ReviewPlan, FieldProblem>> =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([field, rule]) => {
      const problem = rule(plan, today);
      return problem ? [[field, problem] as const] : [];
    }),
  );
