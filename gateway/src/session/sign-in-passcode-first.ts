import { calls } from '@console/contract/calls/all';
import { otpResendSeconds } from '@console/contract/rules';
import { throwIfLimited } from '../core/attempt-limits.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { readAttemptAccount } from '../core/known-device.ts';
import { type LoginOutcome, outcomeOf, refusedLogin } from './login-results.ts';
import { readOrClearRememberedDevice, rememberDevice } from './remembered-device.ts';
import { needsPasscode, normaliseEmail, type SignIn, setPendingPasscode, tryLogin } from './sign-in.ts';

/** Signs in with the specification's calls only: check, passcode, then both together (PROTOCOLS 3). */
export async function signInPasscodeFirst(signIn: SignIn): Promise<LoginOutcome> {
  const { context, email, enteredEmail, otp, pendingPasscode } = signIn;
  if (otp !== null && pendingPasscode !== null) return withPasscode(signIn, otp);
  const needed = otp === null ? signIn.needsPasscode : await needsPasscode(context, enteredEmail);
  if (needed === null && !context.services.settings.strictSignIn) return refusedLogin('UserNotFound');
  // The password is not sent before the passcode: a product API that leaves the check to its client would accept it.
  if (needed && !(await readOrClearRememberedDevice(context, email))) return askForPasscode(signIn);
  const login = await tryLogin(signIn, needed ? { otp_required: false } : {});
  if ('signedIn' in login) return login.signedIn;
  if (login.refusal !== 'OTP_REQUIRED') return outcomeOf(login.refusal, login.failure);
  if (needed) context.session.forgetDeviceOfEmail(email);
  return askForPasscode(signIn);
}

async function askForPasscode(signIn: SignIn): Promise<LoginOutcome> {
  const wait = await sendPasscode(signIn);
  return setPendingPasscode(signIn, { attempt: null, sent: wait === 0, resendIn: wait || otpResendSeconds });
}

/** Sends a passcode; returns the seconds to wait if there were too many. */
async function sendPasscode({
  context,
  enteredEmail,
  account,
}: Pick<SignIn, 'context' | 'enteredEmail' | 'account'>): Promise<number> {
  const { limits, productApi } = context.services;
  const wait = await limits.consumePasscodeSend(account);
  if (wait > 0) return wait;
  await productApi
    .call(calls.sendOtp, { body: { email: enteredEmail } }, anonymousCallContext(context))
    .catch(async (thrown) => {
      await limits.refundPasscodeSend(account);
      throw thrown;
    });
  return 0;
}

/** Sends a passcode again; RATE_LIMITED when it is too early. */
export async function resendPasscodeToEmail(context: Context, enteredEmail: string): Promise<number> {
  const account = await readAttemptAccount(context, normaliseEmail(enteredEmail));
  throwIfLimited(await sendPasscode({ context, enteredEmail, account }));
  return otpResendSeconds;
}

async function withPasscode(signIn: SignIn, otp: string): Promise<LoginOutcome> {
  const { limits } = signIn.context.services;
  await limits.passcodes.consumeOrThrow(signIn.account.key);
  const login = await tryLogin(signIn, { otp, otp_required: true }).catch(async (thrown) => {
    await limits.passcodes.refund(signIn.account.key);
    throw thrown;
  });
  if ('signedIn' in login) {
    await limits.resetPasscodeAttempts(signIn.account.key);
    if (signIn.remembersDevice) rememberDevice(signIn.context, signIn.email, null);
    return login.signedIn;
  }
  const { refusal, failure } = login;
  if (refusal === 'USER_INACTIVE' || refusal === 'ORG_INACTIVE') return outcomeOf(refusal, failure);
  // After a passcode every other refusal is 'Incorrect OTP' (SPEC 8), also a wrong password.
  return refusedLogin('InvalidOtp');
}
