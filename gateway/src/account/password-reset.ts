import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import { asNobody, type Context } from '../context.ts';
import { failure } from '../errors.ts';
import type { ResetPasswordInput } from '../generated/resolvers-types.ts';
import { email as emailCheck, refuseFaulty, required } from '../input-checks.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { refusedAs, withInputNames } from '../product-api/refusals.ts';
import { isRecord, objectOf, textOf } from '../product-api/shape.ts';
import { isAboutNewPassword, newPasswordChecks, passwordNames } from './new-password.ts';

const longestToken = 512;
const isUsable = (token: string): boolean => token.trim() !== '' && token.length <= longestToken;

/** REST-8: whose password a token sets; null for a token that sets none. */
export async function passwordResetOf(context: Context, token: string): Promise<{ email: string } | null> {
  if (!isUsable(token)) return null;
  const call = calls.userByResetPwd;
  try {
    const body = { reset_password_token: token };
    const answer = await context.services.productApi.call(call, { body }, asNobody(context));
    if (isRecord(answer.body) && answer.body.kind === 'onboarding') return null;
    const email = textOf(objectOf(answer.body, 'user', 'current_ent_usr', 'ent_usr').email);
    if (email === null) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE');
    return { email };
  } catch (thrown) {
    if (thrown instanceof ApiFailure && isTokenRefused(thrown)) return null;
    throw thrown;
  }
}

/** REST-10, else REST-11. Who has an email and who does not cannot be told from the answer. */
export async function requestReset(context: Context, given: string): Promise<void> {
  refuseFaulty(emailCheck('email', given));
  const { productApi, limits } = context.services;
  const email = given.trim();
  if (!(await limits.reset(context.call.clientAddress, email.toLowerCase()))) return;
  const ask = (call: typeof calls.consoleResetPwdLink | typeof calls.forgotPwd) =>
    productApi.call(call, { body: { email } }, asNobody(context));
  try {
    await ask(calls.consoleResetPwdLink).catch((thrown) => {
      if (!(thrown instanceof ApiFailure && thrown.status === 404)) throw thrown;
      return ask(calls.forgotPwd);
    });
  } catch (thrown) {
    // Some product APIs refuse an email that nobody has.
    const refused = thrown instanceof ApiFailure && (thrown.status === 404 || thrown.status === 422);
    if (!refused) throw thrown;
  }
}

/** REST-9. Its answer has a key, which is dropped: setting a password signs nobody in (CHECKLIST OPEN-13). */
export async function resetPassword(context: Context, input: ResetPasswordInput): Promise<{ email: string }> {
  const { password, passwordConfirmation, token } = input;
  const email = input.email.trim();
  refuseFaulty(required('email', email), ...newPasswordChecks(input, texts.password));
  if (!isUsable(token)) throw failure('TOKEN_INVALID', 'This link is no longer good. Ask for a new one');
  const body = { email, password, password_confirmation: passwordConfirmation, reset_password_token: token };
  const call = context.services.productApi.call(calls.resetPwd, { body }, asNobody(context));
  await withInputNames(
    passwordNames,
    call.catch((thrown) => {
      throw thrown instanceof ApiFailure && isTokenRefused(thrown) ? refusedAs('TOKEN_INVALID', thrown) : thrown;
    }),
  );
  return { email };
}

/** Nobody is signed in here: whatever is refused and is not about the new password is about the token. */
function isTokenRefused(refused: ApiFailure): boolean {
  const { code, status } = refused;
  return (
    code === 'TOKEN_INVALID' ||
    code === 'NOT_FOUND' ||
    status === 401 ||
    (status === 422 && code === 'INVALID' && !isAboutNewPassword(refused))
  );
}
