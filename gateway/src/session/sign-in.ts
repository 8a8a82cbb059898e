import type { Call, CallBody } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { signInStepMinutes } from '@console/contract/rules';
import { unixSeconds } from '../base/clock.ts';
import { failure, invalid } from '../base/errors.ts';
import type { AttemptAccount } from '../core/attempt-limits.ts';
import type { PendingPasscode } from '../core/content-cipher.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { setKnownDevice } from '../core/known-device.ts';
import { revokeSession } from '../core/revoke-session.ts';
import { readMaxSessionSeconds } from '../core/session-times.ts';
import { isCredential } from '../product-api/credential.ts';
import { ApiFailure, incompleteResponse } from '../product-api/errors.ts';
import { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, recordOf, textOf, type UserBody, userOf } from '../product-api/shape.ts';
import { type LoginRefusal, type LoginSuccess, type OtpRequired, refusalOf } from './login-results.ts';

export interface SignIn {
  context: Context;
  /** Email in lower case. */
  email: string;
  enteredEmail: string;
  password: string;
  otp: string | null;
  /** Whether the browser is remembered after a correct passcode. */
  remembersDevice: boolean;
  /** SHA-256 of the page secret, equal in both steps. */
  pageSecretHash: string;
  account: AttemptAccount;
  /** REST-2: null for an unknown email, and if a passcode was given. */
  needsPasscode: boolean | null;
  /** Unexpired pending sign-in of this email. The second step needs the page of the first. */
  pendingPasscode: PendingPasscode | null;
}

/** Email of the passcode. `attempt`: the product API's id of the sign-in, null without one. */
interface PasscodeSending {
  attempt: string | null;
  sent: boolean;
  /** Seconds until it can be sent again. */
  resendIn: number;
  /** Default: the emailed passcode. */
  factor?: 'EMAIL' | 'APP';
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Rejects a request that another site may have sent, because signing in sets cookies (PROTOCOLS 1.5). */
export function requirePageSecretHash({ session }: Context): string {
  if (session.isBearer) throw failure('FORBIDDEN', 'Do not send an API key when you sign in.');
  if (!session.hasGuard)
    throw failure(
      'FORBIDDEN',
      'This request was not accepted, because it might come from another site. Reload the page and try again.',
      { responseStatus: 403 },
    );
  if (session.pageSecretHash === null) {
    throw invalid([{ path: 'x-console-page', code: 'FORMAT', message: 'must be 32 random bytes in base64url' }]);
  }
  return session.pageSecretHash;
}

export function setPendingPasscode(
  signIn: SignIn,
  { attempt, sent, resendIn, factor = 'EMAIL' }: PasscodeSending,
): OtpRequired {
  const { context, email, enteredEmail, pageSecretHash, pendingPasscode } = signIn;
  const now = unixSeconds(context.services.clock());
  const earlier = pendingPasscode?.attempt === attempt ? pendingPasscode.sentAt : null;
  const sentAt = sent ? now : earlier;
  context.session.setPendingStep({
    kind: 'passcode',
    email,
    page: pageSecretHash,
    attempt,
    sentAt,
    exp: now + signInStepMinutes * 60,
  });
  // A passcode without attempts belongs to the email, so one that another page requested is valid too.
  return {
    __typename: 'OtpRequired',
    email: enteredEmail,
    sent,
    passcodeMailed: factor === 'EMAIL' && (attempt === null || sentAt !== null),
    resendIn,
    factor,
    rememberDays: context.services.settings.otpRememberDays,
  };
}

/** REST-2: whether a passcode is needed; null for an unknown email. */
export async function needsPasscode(context: Context, email: string): Promise<boolean | null> {
  const call = calls.isMultiFactorEnabled;
  try {
    const { body } = await context.services.productApi.call(
      call,
      { body: { user_email: email } },
      anonymousCallContext(context),
    );
    const { success, enabled } = body;
    if (success === undefined && enabled === undefined) throw incompleteResponse(context.log, call, 'success');
    return boolOf(success ?? true) ? boolOf(enabled) : null;
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
}

type LoginBody = CallBody<typeof calls.login>;

type Login = { signedIn: LoginSuccess; rememberToken: string | null } | { refusal: LoginRefusal; failure: ApiFailure };

/** REST-1: the session, or why it was refused. Throws for other failures; RATE_LIMITED after too many wrong passwords. */
export async function tryLogin(signIn: SignIn, more: Partial<LoginBody>): Promise<Login> {
  const { account, context } = signIn;
  const { device } = account;
  const takesDevice = device !== null && (await context.supports('extensions', { atAnyAge: true }));
  const body = takesDevice ? { ...more, device_token: device } : more;
  return (await context.countsAttempts()) ? send(signIn, body) : sendCounted(signIn, body);
}

/** Counts passwords for a product API that does not. */
async function sendCounted(signIn: SignIn, more: Partial<LoginBody>): Promise<Login> {
  const { key, address } = signIn.account;
  const passwords = signIn.context.services.limits.signInPasswords;
  await passwords.consume(key, address);
  const login = await send(signIn, more).catch(async (thrown) => {
    await passwords.refund(key);
    throw thrown;
  });
  if ('signedIn' in login) await passwords.reset(key);
  else {
    if (login.refusal !== 'INVALID_CREDENTIALS') await passwords.refund(key);
    if (login.refusal === 'INVALID_CREDENTIALS' || login.refusal === 'UNKNOWN') await passwords.recordFailure(address);
  }
  return login;
}

async function send(signIn: SignIn, more: Partial<LoginBody>): Promise<Login> {
  const { context, enteredEmail, password } = signIn;
  const body: LoginBody = { api: true, ent_usr: { email: enteredEmail, password }, ...more };
  try {
    const answer = await context.services.productApi.call(calls.login, { body }, anonymousCallContext(context));
    const { current_ent_usr, otp_required, remember_token } = answer.body;
    const asksForOtp = !current_ent_usr && boolOf(otp_required);
    if (!asksForOtp) {
      const signedIn = await startAnsweredSession(context, signIn.pageSecretHash, calls.login, answer);
      setKnownDevice(context, signIn.email, signIn.account, textOf(answer.body.device_token));
      return { signedIn, rememberToken: textOf(remember_token) };
    }
    return { refusal: 'OTP_REQUIRED', failure: new ApiFailure(calls.login, 'INVALID', { body: answer.body }) };
  } catch (thrown) {
    const refusal = thrown instanceof ApiFailure ? refusalOf(thrown) : null;
    if (refusal === null) throw thrown;
    return { refusal, failure: thrown as ApiFailure };
  }
}

export async function startAnsweredSession(
  context: Context,
  pageSecretHash: string,
  call: Call,
  { body, token }: { body: { current_ent_usr?: unknown }; token: string | null },
): Promise<LoginSuccess> {
  const person = recordOf(body.current_ent_usr);
  const user = userOf(person);
  const key = textOf(person.api_key);
  const uid = idOf(person.id);
  if (!user || !uid || !isCredential(key)) throw incompleteResponse(context.log, call, 'current_ent_usr.api_key');
  const sessionToken = isCredential(person.session_token) ? person.session_token : token;
  return startSession(context, pageSecretHash, { user, key, token: sessionToken, uid });
}

export interface SignedInUser {
  user: UserBody;
  key: string;
  token: string | null;
  uid: string;
}

/** Starts the session in place of the cookie's, and continues this request as the user. */
export async function startSession(
  context: Context,
  pageSecretHash: string,
  { user, key, token, uid }: SignedInUser,
): Promise<LoginSuccess> {
  const { services, session, call } = context;
  const maxSeconds = await readMaxSessionSeconds(services, call);
  const old = session.cookieSession;
  // A product API without handover tokens may return the current key: then only the old cookie is revoked.
  if (old?.key === key) services.sessionRegistry.revoke(old.sid, old.abs);
  else if (old) revokeSession(services, old, call);
  session.signIn({ key, token, uid, pageSecretHash, maxSeconds });
  context.api = new RequestCalls(services.productApi, call, session.credential);
  return { __typename: 'LoginSuccess', viewer: { user } };
}
