import { calls } from '@console/contract/calls/all';
import { otpResendSeconds } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { asNobody, type Context } from '../core/context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { textOf, wholeOf } from '../product-api/shape.ts';
import { type Outcome, outcomeOf, refused } from './outcomes.ts';
import { readDevice, rememberDevice } from './remembered-device.ts';
import { requirePasscode, type SignIn, tryLogin } from './sign-in.ts';

/** Signing in with our platform, which sends a passcode only after the right password (PROTOCOLS 2). */
export async function signInWithAttempt(signIn: SignIn): Promise<Outcome> {
  const { context, email, account, otp, waiting, needed } = signIn;
  const strict = context.services.settings.strictSignIn;
  if (needed === null && !strict) return refused('UserNotFound');
  // Strict, the check tells nothing about an email.
  const asked = otp === null && (needed || strict);
  const remembered = asked ? ((await readDevice(context, account))?.remember_token ?? null) : null;
  const login = await tryLogin(signIn, {
    ...(otp === null ? {} : { otp, otp_required: true }),
    ...(remembered === null ? {} : { otp_required: false, remember_token: remembered }),
    ...(waiting?.attempt ? { login_attempt: waiting.attempt } : {}),
  });
  if ('signedIn' in login) {
    if (login.rememberToken !== null) rememberDevice(context, account, login.rememberToken);
    return login.signedIn;
  }
  if (login.refusal !== 'OTP_REQUIRED') return outcomeOf(login.refusal, login.failure);
  if (remembered !== null) context.session.forgetAccount(account);
  const attempt = textOf(login.failure.body.login_attempt);
  if (attempt === null) throw new ApiFailure(calls.login, 'UPSTREAM_BAD_RESPONSE');
  const sent = await firstPasscode(context, email, attempt);
  return requirePasscode(signIn, { attempt, ...sent });
}

/** The page says whether a passcode went out, and can ask for another: no failure to send ends the sign-in. */
async function firstPasscode(
  context: Context,
  email: string,
  attempt: string,
): Promise<{ sent: boolean; resendIn: number }> {
  try {
    return { sent: true, resendIn: await sendPasscode(context, email, attempt) };
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    return { sent: false, resendIn: wholeOf(thrown.extensions.retryAfter) ?? 0 };
  }
}

async function sendPasscode(context: Context, email: string, attempt: string): Promise<number> {
  const body = { email, login_attempt: attempt };
  const answer = await context.services.productApi.call(calls.sendOtp, { body }, asNobody(context));
  return wholeOf(answer.body.resend_in) ?? otpResendSeconds;
}

/** Sends the passcode of a sign-in under way again, and answers with the seconds until the next may be sent. */
export async function resendWithAttempt(context: Context, email: string, attempt: string): Promise<number> {
  try {
    return await sendPasscode(context, email, attempt);
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.status === 422) throw signInOver(thrown);
    throw thrown;
  }
}

/** No sign-in is under way for this email: its person starts again with the password. */
export const signInOver = (cause?: Error) =>
  failure('TOKEN_INVALID', 'This sign-in has expired. Start again', { cause });
