import { calls } from '@console/contract/calls/all';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { forgetKnownDevices } from '../core/known-device.ts';
import { callWithOwnPassword } from '../core/reauthentication.ts';
import type { ChangePasswordInput } from '../generated/resolvers-types.ts';
import { readPerson, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import {
  isAboutNewPassword,
  type NewPasswordProblems,
  newPasswordProblems,
  passwordInputNames,
} from './new-password.ts';

const problems: NewPasswordProblems = {
  required: requiredProblem,
  confirmRequired: requiredProblem,
  mismatch: { code: 'FORMAT', message: texts.password.changeMismatch },
};

/** REST-12. Ends every session of the user, this one first. */
export async function changePassword(context: Context, input: ChangePasswordInput): Promise<void> {
  const { session, api, call } = context;
  if (session.isBearer) throw failure('FORBIDDEN', 'You cannot change a password with an API key.');
  requireKey(api);
  const current = input.currentPassword === '' ? { path: 'currentPassword', ...requiredProblem } : null;
  assertValid(current, ...newPasswordProblems(input, problems));
  const user = await readPerson(api);
  await rethrowWithInputNames(passwordInputNames, send(context, input));
  session.revoke(call);
  const email = textOf(user.email);
  if (email === null) return;
  session.forgetDeviceOfEmail(email.toLowerCase());
  await forgetKnownDevices(context, email.toLowerCase());
}

async function send(context: Context, input: ChangePasswordInput): Promise<void> {
  const { session, services } = context;
  if (!session.current) throw failure('UNAUTHENTICATED', 'Sign in to continue.');
  const { password, currentPassword } = input;
  const body = {
    ent_usrs: {
      password,
      // An external product API may compare password and confirmation byte by byte.
      password_confirmation: password,
      current_password: currentPassword,
      ent_usr_id: toWireId(session.current.uid),
    },
  };
  const changePwd = { ...calls.changePwd, path: services.settings.changePasswordPath };
  await callWithOwnPassword(context, changePwd, { body }, (refused) => !isAboutNewPassword(refused));
}
