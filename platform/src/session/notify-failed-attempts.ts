import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, publicActor } from '../core/base/audit-entry.ts';
import { dayMs } from '../core/base/clock.ts';
import { emailCounterKey, remainingBlockMs, signInCounterKey, tryCountAttempt } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { CodeCheck } from './second-step.ts';
import { type FailedAttemptKind, failedAttemptsMail } from './session-mail-texts.ts';
import { inactiveReason, type SignInUser } from './sign-in.store.ts';

/** Limits the emails that an attacker can cause. */
const onceADay = { max: 1, windowMs: dayMs };

/** Emails a user, once a day, about failed attempts that block sign-in or void a passcode. Counted for every email, known or not. */
export async function notifyFailedAttempts(
  services: Services,
  {
    user,
    email,
    address,
    requestId,
  }: { user: SignInUser | undefined; email: string; address: string; requestId: string },
  isPasswordRight: boolean,
  codeCheck: CodeCheck | null,
): Promise<void> {
  const { db, clock } = services;
  const isDead = codeCheck !== null && !codeCheck.isRight && codeCheck.triesLeft <= 0;
  if (isPasswordRight ? !isDead : (await remainingBlockMs(db, clock, signInCounterKey(email))) === 0) return;
  const what = isPasswordRight ? (codeCheck?.step === 'app' ? 'code' : 'passcode') : 'password';
  const actor = publicActor(user, { requestId, address });
  await runCommand(services, actor, async (trx) => {
    const first = await isFirst(services, trx, email, what);
    // A user without password, or a disabled one, cannot sign in anyway.
    if (!first || !user || user.password_hash === null || inactiveReason(user))
      return { answer: undefined, audit: null };
    await mailFailedAttempts(services, trx, user, what);
    return { answer: undefined, audit: auditEntry(user, what) };
  });
}

/** Emails a user, once a day, about a lockout of passcodes or codes. Every lockout is audited. */
export async function notifyLockout(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  what: 'passcodes' | 'codes',
): Promise<AuditEntry> {
  if (await isFirst(services, trx, user.email, what)) await mailFailedAttempts(services, trx, user, what);
  return auditEntry(user, what);
}

const isFirst = ({ clock }: Services, trx: Transaction<Database>, email: string, what: FailedAttemptKind) =>
  tryCountAttempt(trx, clock, emailCounterKey(`sign-in:told:${what}`, email), onceADay);

async function mailFailedAttempts(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  what: FailedAttemptKind,
): Promise<void> {
  const link = new URL('/forgot-password', settings.publicUrl);
  const mail = failedAttemptsMail({ name: user.firstname, what, at: clock(), link });
  await mailer.send(trx, { to: user.email, ...mail });
}

const auditEntry = ({ id }: SignInUser, what: FailedAttemptKind): AuditEntry => ({
  action: 'session:guesses',
  target: { type: 'ent_usr', id },
  after: { what },
});
