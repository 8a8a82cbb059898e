import type { FieldProblem } from '@console/contract/errors';
import { meetsPasswordPolicy, passwordsEqual } from '@console/contract/password-rules';
import { texts } from '@console/contract/rules';
import type { ApiFailure } from '../product-api/errors.ts';
import type { InputNames } from '../product-api/refusals.ts';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

export const passwordInputNames: InputNames = {
  password_confirmation: 'passwordConfirmation',
  current_password: 'currentPassword',
  reset_password_token: 'token',
};

export type NewPasswordProblems = Record<'required' | 'confirmRequired' | 'mismatch', FieldProblem>;

const policy: FieldProblem = { code: 'FORMAT', message: texts.password.policy };

/** A password can consist of spaces, so nothing is trimmed. */
export const newPasswordProblems = (
  { password, passwordConfirmation }: NewPassword,
  { required, confirmRequired, mismatch }: NewPasswordProblems,
) => [
  check('password', password === '', required) ?? check('password', !meetsPasswordPolicy(password), policy),
  check('passwordConfirmation', passwordConfirmation === '', confirmRequired) ??
    check('passwordConfirmation', !passwordsEqual(passwordConfirmation, password), mismatch),
];

const check = (path: string, faulty: boolean, problem: FieldProblem) => (faulty ? { path, ...problem } : null);

export const isAboutNewPassword = ({ fields }: ApiFailure): boolean =>
  fields.some(({ path }) => /^(ent_usrs?\.)?password(_confirmation)?$/.test(path));
