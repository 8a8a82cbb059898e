import { meetsPasswordPolicy, samePassword, texts } from '@console/contract/rules';
import type { ApiFailure } from '../product-api/errors.ts';
import type { InputNames } from '../product-api/refusals.ts';

interface NewPassword {
  password: string;
  passwordConfirmation: string;
}

/** The names of REST-9's and REST-12's fields in our inputs. */
export const passwordNames: InputNames = {
  password_confirmation: 'passwordConfirmation',
  current_password: 'currentPassword',
  reset_password_token: 'token',
};

/** Both entries are there, alike, and meet the policy. A password of spaces is one: nothing is trimmed. */
export const newPasswordChecks = (
  { password, passwordConfirmation }: NewPassword,
  says: { required: string; confirmRequired: string; mismatch: string },
) => [
  check('password', password === '', says.required) ??
    check('password', !meetsPasswordPolicy(password), texts.password.policy),
  check('passwordConfirmation', passwordConfirmation === '', says.confirmRequired) ??
    check('passwordConfirmation', !samePassword(passwordConfirmation, password), says.mismatch),
];

const check = (path: string, faulty: boolean, message: string) => (faulty ? { path, message } : null);

/** Whether a refusal is about the new password itself, and not about who sets it. */
export const isAboutNewPassword = ({ fields }: ApiFailure): boolean =>
  fields.some(({ path }) => /^(ent_usrs?\.)?password(_confirmation)?$/.test(path));
