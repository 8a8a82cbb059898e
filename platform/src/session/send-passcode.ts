import type { Services } from '../core/access/services.ts';
import { after, minute } from '../core/base/clock.ts';
import { audited, type Failure, refused } from '../core/base/failure.ts';
import { act } from '../core/database/transaction.ts';
import { passcodeMail } from '../core/mail/mail-texts.ts';
import { attemptsStore } from './attempts.store.ts';
import { countUnboundSend } from './session.limits.ts';
import { findByEmail, holdUnchanged, refusalOf, type SignInUser } from './sign-in.store.ts';

/** Who asks for a passcode, and from where. `attempt` is the sign-in under way, proof of the right password. */
export interface PasscodeRequest {
  email: string;
  attempt?: string | undefined;
  address: string;
  requestId: string;
}

/**
 * Mails a passcode. With an attempt (PROTOCOLS 2, steps 5 and 8): 422 when it is not alive or not of this email, 429 by the account's limits. Without
 * (step 12): every email is answered alike, nothing touches a sign-in under way, and nothing is mailed during a cool-down.
 */
export async function sendPasscode(services: Services, request: PasscodeRequest): Promise<void> {
  const { db, clock, settings, mailer } = services;
  const { email, attempt, address, requestId } = request;
  const seen = await findByEmail(db, email);
  const organisationId = seen?.ent_org_id == null ? null : String(seen.ent_org_id);
  const actor = { userId: seen?.id ?? null, organisationId, via: 'public', requestId } as const;
  await act(services, actor, async (trx) => {
    // The user first, as signing in does: the two would wait for each other the other way round.
    const user = seen && (await holdUnchanged(trx, seen));
    if (attempt === undefined) await countUnboundSend(services, trx, { email, address });
    const entitled = user?.otp_required && refusalOf(user) === null;
    const attempts = attemptsStore(services, user?.id ?? 0);
    if (attempt !== undefined && !(entitled && (await attempts.isAlive(trx, attempt)))) throw expired(seen);
    // Without an attempt a cool-down is not told: strangers ask that way.
    const silent = attempt === undefined && (await attempts.isCoolingDown(trx));
    if (!entitled || silent) return { answer: undefined, audit: null };
    const code = await attempts.send(trx, attempt);
    const expiresAt = after(clock(), settings.otpMinutes * minute);
    await mailer.send(trx, { to: user.email, ...passcodeMail({ code, minutes: settings.otpMinutes }), expiresAt });
    return { answer: undefined, audit: { action: 'session:sendPasscode', target: { type: 'ent_usr', id: user.id } } };
  });
}

/** Nobody has proven to be the user: they are the target, not the actor. */
function expired(user: SignInUser | undefined): Failure {
  const target = { type: 'ent_usr', id: user?.id ?? null };
  const entry = { action: 'session:refuse', target, after: { reason: 'ATTEMPT_EXPIRED' } };
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  const failure = refused('This sign-in has expired. Please start again.');
  return audited(failure, entry, { userId: null, organisationId, via: 'public' });
}
