import {
  meetsPasswordPolicy,
  passwordMaxLength,
  passwordMinLength,
  passwordsEqual,
} from '@console/contract/password-rules';
import { texts } from '@console/contract/rules';

interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}

/** A rule for the normalised password (NFKC), as it is compared. */
const rule = (label: string, isMet: (password: string) => boolean): PasswordRule => ({
  label,
  isMet: (password) => isMet(password.normalize('NFKC')),
});

/** The parts of the contract's password policy. */
export const passwordRules: readonly PasswordRule[] = [
  rule(
    `At least ${passwordMinLength} characters`,
    ({ length }) => length >= passwordMinLength && length <= passwordMaxLength,
  ),
  rule('An upper case letter', (password) => /\p{Lu}/u.test(password)),
  rule('A lower case letter', (password) => /\p{Ll}/u.test(password)),
  rule('A digit', (password) => /\p{Nd}/u.test(password)),
  rule('A special character', (password) => /[^\p{L}\p{N}]/u.test(password)),
];

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** The checks of a new password and its confirmation; `mismatch` is the message when the two differ. */
export const newPasswordChecks = (mismatch: string) => ({
  password: (password: string) => {
    if (password === '') return texts.password.required;
    return meetsPasswordPolicy(password) ? null : texts.password.policy;
  },
  passwordConfirmation: (confirmation: string, { password }: NewPassword) => {
    if (confirmation === '') return texts.password.confirmRequired;
    return passwordsEqual(confirmation, password) ? null : mismatch;
  },
});
