import { normalisePassword } from './fields/text-rules.ts';

/** Passwords: at least 9 characters with an upper case letter, a lower case letter, a digit and a special character (SPEC 5). */
export const passwordMinLength = 9;
/** The longest accepted password, in characters; a longer one is refused, never cut. */
export const passwordMaxLength = 256;

/** Whether a password meets the policy of SPEC 5. A special character is anything that is neither letter nor digit, a space included. */
export function meetsPasswordPolicy(given: string): boolean {
  const password = normalisePassword(given);
  return (
    password.length >= passwordMinLength &&
    password.length <= passwordMaxLength &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{N}]/u.test(password)
  );
}

/** Whether two passwords are equal after Unicode normalisation. */
export const passwordsEqual = (one: string, other: string): boolean =>
  normalisePassword(one) === normalisePassword(other);
