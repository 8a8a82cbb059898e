import type { CallAnswer } from '@console/contract/call';
import type { sessionCalls } from '@console/contract/calls/session';
import { type SignInRefusal, signInRefusals } from '@console/contract/errors';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { beginSession } from '../core/access/sessions.ts';
import { hour } from '../core/base/clock.ts';
import { audited, Failure, refused } from '../core/base/failure.ts';
import { selectUsers, toEntUsr } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';
import { act, type Done } from '../core/database/transaction.ts';
import { attemptsStore, type CountedTry } from './attempts.store.ts';
import { rememberStore } from './remember.store.ts';
import { forgetUnboundSends, guardPassword } from './session.limits.ts';
import { findByEmail, holdUnchanged, refusalOf, type SignInUser } from './sign-in.store.ts';
import { tellOfCoolDown, tellOfGuesses } from './tell-of-guesses.ts';

/** What a sign-in brings. A specification-only platform gets none of the last two. */
export interface Credentials {
  email: string;
  password: string;
  otp?: string | undefined;
  otpRequired?: boolean | undefined;
  loginAttempt?: string | undefined;
  rememberToken?: string | undefined;
}

type Answer = CallAnswer<typeof sessionCalls.login>;
/** A refusal is an answer too until it is committed: the attempt written with it has to stay. */
type Outcome = Answer | Failure;

/**
 * Signs in (PROTOCOLS 2, steps 4, 9 and 10): exactly one hash is checked, whoever asks, and what is known of a person is told only after the right
 * password. Throws 422 with one of `signInRefusals`, or 429.
 */
export async function signIn(
  services: Services,
  { address, requestId }: { address: string; requestId: string },
  given: Credentials,
): Promise<Answer> {
  const user = await findByEmail(services.db, given.email);
  try {
    return await signInAs(services, { address, requestId }, user, given);
  } catch (error) {
    throw error instanceof Failure ? auditedSignIn(error, user) : error;
  }
}

async function signInAs(
  services: Services,
  { address, requestId }: { address: string; requestId: string },
  user: SignInUser | undefined,
  given: Credentials,
): Promise<Answer> {
  const { db, passwords } = services;
  let counted: CountedTry | null = null;
  const right = await guardPassword(services, { email: given.email, address }, async () => {
    if (user && given.otp !== undefined)
      counted = await attemptsStore(services, user.id).tryPasscode(db, given.loginAttempt, given.otp);
    const isRight = await passwords.verify(`address:${address}`, user?.password_hash ?? null, given.password);
    await tellOfGuesses(services, { user, email: given.email, requestId }, isRight, counted);
    return isRight;
  });
  if (!user || !right) throw wrong(services, given, counted);
  const organisationId = user.ent_org_id === null ? null : String(user.ent_org_id);
  const actor = { userId: user.id, organisationId, via: 'public', requestId } as const;
  const outcome = await act(services, actor, (trx) => finish(services, trx, user, given, counted));
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

async function finish(
  services: Services,
  trx: Transaction<Database>,
  seen: SignInUser,
  given: Credentials,
  counted: CountedTry | null,
): Promise<Done<Outcome>> {
  const { extensions } = services.settings;
  const user = await holdUnchanged(trx, seen);
  if (!user) return { answer: wrong(services, given, counted), audit: null };
  const reason = refusalOf(user);
  if (reason) return { answer: refuse(reason), audit: null };
  if (!user.otp_required) return enter(services, trx, user, { remember: false });
  const attempts = attemptsStore(services, user.id);
  if (given.otp !== undefined) {
    if (counted?.right && (await attempts.use(trx, counted.attemptId)))
      return enter(services, trx, user, { remember: extensions });
    const coolsDown = counted?.right === false && (await attempts.countWrong(trx));
    const audit = coolsDown ? await tellOfCoolDown(services, trx, user) : null;
    return { answer: wrong(services, given, counted), audit };
  }
  const remembered = extensions
    ? await rememberStore(services, user.id).has(trx, given.rememberToken)
    : given.otpRequired === false;
  if (remembered) return enter(services, trx, user, { remember: false });
  const login_attempt = extensions ? await attempts.begin(trx, given.loginAttempt) : undefined;
  return { answer: refuse('OTP_REQUIRED', { login_attempt }), audit: null };
}

async function enter(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  { remember }: { remember: boolean },
): Promise<Done<Answer>> {
  const { clock, settings } = services;
  const keys = await beginSession(trx, clock, user.id, settings.sessionHours * hour);
  const row = await selectUsers(trx).where('ent_usr.id', '=', user.id).executeTakeFirstOrThrow();
  if (user.otp_required) await forgetUnboundSends(trx, user.email);
  return {
    answer: {
      current_ent_usr: { ...toEntUsr(row), api_key: keys.apiKey, session_token: keys.sessionToken },
      ...(remember && { remember_token: await rememberStore(services, user.id).add(trx) }),
    },
    audit: { action: 'session:signIn', target: { type: 'session', id: keys.sessionId } },
  };
}

const refuse = (reason: SignInRefusal, extra?: Record<string, unknown>) => refused(reason, extra);

// A wrong password with a passcode is told like a wrong passcode (SPEC 8).
const wrong = ({ settings }: Services, { otp }: Credentials, counted: CountedTry | null) =>
  otp === undefined
    ? refuse('INVALID_CREDENTIALS')
    : refuse('INVALID_OTP', settings.extensions ? { tries_left: counted?.triesLeft ?? 0 } : {});

/** A failed sign-in with its audit entry. Only whoever knew the password is its actor; the same is written whether anybody has the email or not. */
function auditedSignIn(failure: Failure, user: SignInUser | undefined): Failure {
  const { message } = failure.body;
  const reason = failure.status === 429 ? 'RATE_LIMITED' : signInRefusals.find((refusal) => refusal === message);
  if (!reason || reason === 'OTP_REQUIRED') return failure;
  const isProven = reason === 'USER_INACTIVE' || reason === 'ORG_INACTIVE';
  const entry = { action: 'session:refuse', target: { type: 'ent_usr', id: user?.id ?? null }, after: { reason } };
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  return audited(failure, entry, { userId: (isProven && user?.id) || null, organisationId, via: 'public' });
}
