import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { recordRefusal } from '../core/audit-refusal.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { assertValid, checkEmail, checkRequired } from '../core/input-checks.ts';
import { forgetKnownDevices } from '../core/known-device.ts';
import { isTokenRefused, isWellFormedToken, readTokenOwner } from '../core/token-owner.ts';
import type { PasswordReset, ResetPasswordInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { recodedFailure, rethrowWithInputNames } from '../product-api/refusals.ts';
import { linkInvitationOf } from '../specified/link-invitation.ts';
import {
  isAboutNewPassword,
  type NewPasswordProblems,
  newPasswordProblems,
  passwordInputNames,
} from './new-password.ts';

const problems: NewPasswordProblems = {
  required: { code: 'REQUIRED', message: texts.password.required },
  confirmRequired: { code: 'REQUIRED', message: texts.password.confirmRequired },
  mismatch: { code: 'FORMAT', message: texts.password.mismatch },
};

/** REST-8: the owner of a reset token; null for an invalid token. */
export async function readPasswordReset(context: Context, token: string): Promise<PasswordReset | null> {
  const owner = await readTokenOwner(context.services, anonymousCallContext(context), token);
  if (owner !== null && owner.kind !== 'onboarding')
    return { email: owner.email, invitation: await linkInvitationOf(context, owner.invitation) };
  recordRefusal(context, { action: 'passwordReset', reason: 'TOKEN_INVALID' });
  return null;
}

/** REST-10, else REST-11. The result does not reveal whether the email has an account. */
export async function requestPasswordReset(context: Context, enteredEmail: string): Promise<void> {
  assertValid(checkEmail('email', enteredEmail));
  const { productApi, limits } = context.services;
  const email = enteredEmail.trim();
  const isAllowed =
    (await context.countsAttempts()) ||
    (await limits.consumePasswordReset(context.call.clientAddress, email.toLowerCase()));
  if (!isAllowed) return recordRefusal(context, { action: 'requestPasswordReset', reason: 'RATE_LIMITED', email });
  const ask = (call: typeof calls.consoleResetPwdLink | typeof calls.forgotPwd) =>
    productApi.call(call, { body: { email } }, anonymousCallContext(context));
  try {
    await ask(calls.consoleResetPwdLink).catch((thrown) => {
      if (!(thrown instanceof ApiFailure && thrown.status === 404)) throw thrown;
      return ask(calls.forgotPwd);
    });
  } catch (thrown) {
    // Some product APIs reject an unknown email.
    const refused = thrown instanceof ApiFailure && (thrown.status === 404 || thrown.status === 422);
    if (!refused) throw thrown;
  }
}

/** REST-9. The key in its response is dropped: setting a password does not sign in (CHECKLIST OPEN-13). */
export async function resetPassword(context: Context, input: ResetPasswordInput): Promise<{ email: string }> {
  const { password, token } = input;
  const email = input.email.trim();
  assertValid(checkRequired('email', email), ...newPasswordProblems(input, problems));
  if (!isWellFormedToken(token))
    throw failure('TOKEN_INVALID', 'This link has expired or was already used. Request a new one.');
  const body = { email, password, password_confirmation: password, reset_password_token: token };
  const call = context.services.productApi.call(calls.resetPwd, { body }, anonymousCallContext(context));
  await rethrowWithInputNames(
    passwordInputNames,
    call.catch((thrown) => {
      throw thrown instanceof ApiFailure && isTokenRefused(thrown, isAboutNewPassword)
        ? recodedFailure('TOKEN_INVALID', thrown)
        : thrown;
    }),
  );
  await forgetKnownDevices(context, email.toLowerCase());
  return { email };
}
