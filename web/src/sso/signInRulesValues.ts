import { factorGraceDays } from '@console/contract/rules';
import { minSessionMinutes, sessionLengthProblem, sessionLengthText } from '@console/contract/session-length';
import type { SignInRules_OrganisationFragment } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { formatCount } from '../ui/layout/format.ts';

export type PanelSignInRules = NonNullable<SignInRules_OrganisationFragment['signInRules']>;

/** The values of the form: one of the usual lengths, or hours and minutes. */
export type SignInRulesValues = {
  sessionMinutes: string;
  hours: string;
  minutes: string;
  factorRequired: boolean;
};

const ofOperator = 'OPERATOR';
export const ownLength = 'OWN';
const usualMinutes = [15, 30, 60, 120, 240, 480, 720, 1_440];

const usualBelow = (max: number): number[] => usualMinutes.filter((minutes) => minutes < max);

export const sessionLengthOptions = ({ maxSessionMinutes: max }: PanelSignInRules) => [
  { value: ofOperator, label: `${sessionLengthText(max)}, the longest` },
  ...usualBelow(max).map((minutes) => ({ value: String(minutes), label: sessionLengthText(minutes) })),
  { value: ownLength, label: 'Another length' },
];

/** The length that holds, in words. */
export const usedLengthText = ({ sessionMinutes, maxSessionMinutes }: PanelSignInRules): string =>
  sessionLengthText(sessionMinutes ?? maxSessionMinutes);

export function signInRulesValuesOf({
  sessionMinutes,
  maxSessionMinutes,
  factorRequired,
}: PanelSignInRules): SignInRulesValues {
  const length = sessionMinutes ?? maxSessionMinutes;
  const isUsual = sessionMinutes === null || usualBelow(maxSessionMinutes).includes(sessionMinutes);
  return {
    sessionMinutes: isUsual ? String(sessionMinutes ?? ofOperator) : ownLength,
    hours: String(Math.floor(length / 60)),
    minutes: String(length % 60),
    factorRequired,
  };
}

const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** The chosen length in minutes; null: the operator's, NaN: what was typed is no length. */
export function enteredMinutes({ sessionMinutes, hours, minutes }: SignInRulesValues): number | null {
  if (sessionMinutes === ofOperator) return null;
  return sessionMinutes === ownLength ? wholeNumber(hours) * 60 + wholeNumber(minutes) : Number(sessionMinutes);
}

export const signInRulesChecks = ({ maxSessionMinutes: max }: PanelSignInRules) => ({
  sessionMinutes: textCheck(20),
  hours: (_text: string, values: SignInRulesValues): string | null => {
    if (values.sessionMinutes !== ownLength) return null;
    const entered = enteredMinutes(values);
    return entered === null || (entered >= minSessionMinutes && entered <= max) ? null : sessionLengthProblem(max);
  },
});

/** What a change does, for the question before it. */
export function signInRulesEffect(
  { sessionMinutes, maxSessionMinutes: max }: PanelSignInRules,
  entered: number | null,
) {
  const [old, length] = [sessionMinutes ?? max, entered ?? max];
  const text = sessionLengthText(length);
  const isShorter = length < old;
  return {
    isShorter,
    text: isShorter
      ? `Sessions that began more than ${text} ago end at once. If yours is one of them, you sign in again. All others end ${text} after they began.`
      : `Sessions that begin from now on last ${text}. Those that have begun end as they would have.`,
  };
}

/** What it does that a second factor is required, or no longer. */
export function requiredFactorEffect({ usersWithoutFactor }: PanelSignInRules, required: boolean): string {
  if (!required) return 'People sign in with their password alone again, or with what they have set up themselves.';
  const many = usersWithoutFactor === null ? null : formatCount(usersWithoutFactor);
  const one = usersWithoutFactor === 1;
  return `${many === null ? '' : `${many} active ${one ? 'user has' : 'users have'} no second factor yet. `}People are asked for one from their next sign-in on, and have ${factorGraceDays} days to set it up. After that they can do nothing else here. API keys go on.`;
}
