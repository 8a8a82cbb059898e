import { calls } from '@console/contract/calls/all';
import { otpResendSeconds } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { integerOf, textOf } from '../product-api/shape.ts';
import { type LoginOutcome, outcomeOf, refusedLogin } from './login-results.ts';
import { readOrClearRememberedDevice, rememberDevice } from './remembered-device.ts';
import { type SignIn, setPendingPasscode, tryLogin } from './sign-in.ts';

/** Signs in with our platform, which sends a passcode only after the correct password (PROTOCOLS 2). */
export async function signInPasswordFirst(signIn: SignIn): Promise<LoginOutcome> {
  const { context, email, enteredEmail, otp, pendingPasscode, needsPasscode, remembersDevice } = signIn;
  const strict = context.services.settings.strictSignIn;
  if (needsPasscode === null && !strict) return refusedLogin('UserNotFound');
  // REST-2 is ignored: it names no authenticator app, and in strict mode nothing about an email.
  const remembered =
    otp === null ? ((await readOrClearRememberedDevice(context, email))?.remember_token ?? null) : null;
  const login = await tryLogin(signIn, {
    ...(otp === null ? {} : { otp, otp_required: true }),
    ...(remembered === null ? {} : { otp_required: false, remember_token: remembered }),
    ...(otp === null || remembersDevice ? {} : { remember_device: false }),
    ...(pendingPasscode?.attempt ? { login_attempt: pendingPasscode.attempt } : {}),
  });
  if ('signedIn' in login) {
    if (login.rememberToken !== null && remembersDevice) rememberDevice(context, email, login.rememberToken);
    return login.signedIn;
  }
  if (login.refusal !== 'OTP_REQUIRED') return outcomeOf(login.refusal, login.failure);
  if (remembered !== null) context.session.forgetDeviceOfEmail(email);
  const attempt = textOf(login.failure.body.login_attempt);
  if (attempt === null) throw new ApiFailure(calls.login, 'UPSTREAM_BAD_RESPONSE');
  if (login.failure.body.factor === 'app')
    return setPendingPasscode(signIn, { attempt, sent: false, resendIn: 0, factor: 'APP' });
  const sent = await firstPasscode(context, enteredEmail, attempt);
  return setPendingPasscode(signIn, { attempt, ...sent });
}

/** A passcode that could not be sent does not end the sign-in: the page can request another. */
async function firstPasscode(
  context: Context,
  enteredEmail: string,
  attempt: string,
): Promise<{ sent: boolean; resendIn: number }> {
  try {
    return { sent: true, resendIn: await sendPasscode(context, enteredEmail, attempt) };
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown;
    return { sent: false, resendIn: integerOf(thrown.extensions.retryAfter) ?? 0 };
  }
}

async function sendPasscode(context: Context, enteredEmail: string, attempt: string): Promise<number> {
  const body = { email: enteredEmail, login_attempt: attempt };
  const answer = await context.services.productApi.call(calls.sendOtp, { body }, anonymousCallContext(context));
  return integerOf(answer.body.resend_in) ?? otpResendSeconds;
}

/** Sends the passcode of a pending sign-in again; returns the seconds until the next. */
export async function resendPasscodeOfAttempt(
  context: Context,
  enteredEmail: string,
  attempt: string,
): Promise<number> {
  try {
    return await sendPasscode(context, enteredEmail, attempt);
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.status === 422) throw signInExpiredError(thrown);
    throw thrown;
  }
}

export const signInExpiredError = (cause?: Error) =>
  failure('TOKEN_INVALID', 'This sign-in has expired. Start again.', { cause });
