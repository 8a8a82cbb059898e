import { meetsPasswordPolicy, passwordMaxLength, passwordMinLength, texts } from '@console/contract/rules';

interface PasswordRule {
  label: string;
  isMet: (password: string) => boolean;
}

/** The policy of the contract, taken apart, to be ticked off while somebody types. */
export const passwordRules: readonly PasswordRule[] = [
  {
    label: `At least ${passwordMinLength} characters`,
    isMet: ({ length }) => length >= passwordMinLength && length <= passwordMaxLength,
  },
  { label: 'An upper case letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { label: 'A lower case letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { label: 'A digit', isMet: (password) => /\p{Nd}/u.test(password) },
  { label: 'A special character', isMet: (password) => /[^\p{L}\p{N}]/u.test(password) },
];

export interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** The checks of a new password and its confirmation; `mismatch` is what the form says when the two differ. */
export const newPasswordChecks = (mismatch: string) => ({
  password: (password: string) => {
    if (password === '') return texts.password.required;
    return meetsPasswordPolicy(password) ? null : texts.password.policy;
  },
  passwordConfirmation: (confirmation: string, { password }: NewPassword) => {
    if (confirmation === '') return texts.password.confirmRequired;
    return confirmation === password ? null : mismatch;
  },
});
