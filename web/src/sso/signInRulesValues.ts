import { factorGraceDays } from '@console/contract/rules';
import { minSessionMinutes, sessionLengthProblem, sessionLengthText } from '@console/contract/session-length';
import type { SignInRules_OrganisationFragment } from '../gql/graphql.ts';
import { textCheck } from '../ui/form/fieldChecks.ts';
import { formatCount } from '../ui/values/format.ts';

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
  { value: ofOperator, label: `${sessionLengthText(max)} (maximum)` },
  ...usualBelow(max).map((minutes) => ({ value: String(minutes), label: sessionLengthText(minutes) })),
  { value: ownLength, label: 'Custom' },
];

/** The length in effect, in words. */
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

/** Entered length in minutes. Null: the operator's. NaN: the input is not a length. */
export function enteredMinutes({ sessionMinutes, hours, minutes }: SignInRulesValues): number | null {
  if (sessionMinutes === ofOperator) return null;
  return sessionMinutes === ownLength ? wholeNumber(hours) * 60 + wholeNumber(minutes) : Number(sessionMinutes);
}

export const signInRulesChecks = ({ maxSessionMinutes: max }: PanelSignInRules) => ({
  sessionMinutes: textCheck(20),
  hours: (_text: string, values: SignInRulesValues): string | null => {
    if (values.sessionMinutes !== ownLength) return null;
    const entered = enteredMinutes(values);
    return entered === null || (entered >= minSessionMinutes && entered <= max)
      ? null
      : sessionLengthProblem(max).message;
  },
});

/** The effect of a changed session length, for the confirmation. */
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
      ? `Sessions older than ${text} end immediately. If yours is one of them, you must sign in again. All other sessions end ${text} after they began.`
      : `New sessions last ${text}. Current sessions are not affected.`,
  };
}

/** The effect of requiring a second factor, or of no longer requiring it. */
export function requiredFactorEffect({ usersWithoutFactor }: PanelSignInRules, required: boolean): string {
  if (!required)
    return 'Users no longer need a second factor. Authenticator apps and passkeys that they have set up keep working.';
  const many = usersWithoutFactor === null ? null : formatCount(usersWithoutFactor);
  const one = usersWithoutFactor === 1;
  return `${many === null ? '' : `${many} active ${one ? 'user has' : 'users have'} no second factor yet. `}From their next sign-in, users who have none are asked for one. They have ${factorGraceDays} days to set it up. After that, they cannot use the console until they have set one up. API keys keep working.`;
}

/** Until when users can set up a required second factor, when they are asked for it, and how many have one. */
export const requiredFactorFacts = (
  { usersWithoutFactor }: Pick<PanelSignInRules, 'usersWithoutFactor'>,
  activeUsers: number | null,
): [label: string, fact: string][] => [
  ['Deadline', `${factorGraceDays} days after it became required. New users have ${factorGraceDays} days as well.`],
  ['Takes effect', 'Users are asked when they sign in. After the deadline, open sessions need it for their next page.'],
  ...(usersWithoutFactor === null || activeUsers === null
    ? []
    : [['Active users', factorShare(activeUsers - usersWithoutFactor, activeUsers)] satisfies [string, string]]),
];

const factorShare = (having: number, all: number): string =>
  `${formatCount(Math.max(having, 0))} of ${formatCount(all)} ${having === 1 ? 'has' : 'have'} one`;
