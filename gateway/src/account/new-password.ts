import { meetsPasswordPolicy, passwordsEqual, texts } from '@console/contract/rules';
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

/** A password may consist of spaces, so nothing is trimmed. */
export const newPasswordProblems = (
  { password, passwordConfirmation }: NewPassword,
  messages: { required: string; confirmRequired: string; mismatch: string },
) => [
  check('password', password === '', messages.required) ??
    check('password', !meetsPasswordPolicy(password), texts.password.policy),
  check('passwordConfirmation', passwordConfirmation === '', messages.confirmRequired) ??
    check('passwordConfirmation', !passwordsEqual(passwordConfirmation, password), messages.mismatch),
];

const check = (path: string, faulty: boolean, message: string) => (faulty ? { path, message } : null);

/** Whether a refusal concerns the new password and not the current one or the token. */
export const isAboutNewPassword = ({ fields }: ApiFailure): boolean =>
  fields.some(({ path }) => /^(ent_usrs?\.)?password(_confirmation)?$/.test(path));
