import { otpMinutes } from '@console/contract/rules';
import type { Services } from '../core/access/services.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { type Failure, refused, withAudit } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { runCommand } from '../core/database/transaction.ts';
import { loginAttemptsStore } from './login-attempts.store.ts';
import { limitOtpChallengesWithoutAttempt } from './session.limits.ts';
import { passcodeMail } from './session-mail-texts.ts';
import { findSignInUser, inactiveReason, lockUnchangedUser, type SignInUser, secondStepOf } from './sign-in.store.ts';

/** `attempt` is the login attempt that the right password began. */
export interface OtpChallengeRequest {
  email: string;
  attempt?: string | undefined;
  address: string;
  requestId: string;
}

/** Emails a passcode. With an attempt (PROTOCOLS 2, steps 5 and 8): 422 if invalid, 429 by limits. Without (step 12): equal for all emails. */
export async function sendOtpChallenge(services: Services, request: OtpChallengeRequest): Promise<void> {
  const { db, clock, mailer } = services;
  const { email, attempt, address, requestId } = request;
  const unlocked = await findSignInUser(db, email);
  noteAccount(unlocked?.id);
  const actor = publicActor(unlocked, { requestId, address });
  await runCommand(services, actor, async (trx) => {
    // The user is locked first, as in signing in, which prevents deadlocks.
    const user = unlocked && (await lockUnchangedUser(trx, unlocked));
    if (attempt === undefined) await limitOtpChallengesWithoutAttempt(services, trx, { email, address });
    const entitled = user && secondStepOf(services, user) === 'passcode' && inactiveReason(user) === null;
    const attempts = loginAttemptsStore(services, user?.id ?? 0);
    if (attempt !== undefined && !(entitled && (await attempts.isValid(trx, attempt)))) throw expired(unlocked);
    // The lockout stays secret unless there is an attempt, because anyone can send the request.
    const silent = attempt === undefined && (await attempts.isLockedOut(trx));
    if (!entitled || silent) return { answer: undefined, audit: null };
    const code = await attempts.createChallenge(trx, attempt);
    const expiresAt = addMs(clock(), otpMinutes * minuteMs);
    await mailer.send(trx, { to: user.email, ...passcodeMail({ code, minutes: otpMinutes }), expiresAt });
    return { answer: undefined, audit: { action: 'session:sendPasscode', target: { type: 'ent_usr', id: user.id } } };
  });
}

/** The user is not authenticated and is therefore the target, not the actor. */
function expired(user: SignInUser | undefined): Failure {
  const target = { type: 'ent_usr', id: user?.id ?? null };
  const entry = { action: 'session:refuse', target, after: { reason: 'ATTEMPT_EXPIRED' } };
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  const failure = refused('This sign-in has expired. Start again.');
  return withAudit(failure, entry, { userId: null, organisationId, via: 'public' });
}
