import type { Kysely, Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { appFactorStore, type CodeMatch } from '../security/app-factor.store.ts';
import { secondFactorMail } from '../security/security-mail-texts.ts';
import { loginAttemptsStore, type PasscodeCheck } from './login-attempts.store.ts';
import { type SignInUser, secondStepOf } from './sign-in.store.ts';

export type CodeCheck =
  | (PasscodeCheck & { step: 'passcode' })
  | (PasscodeCheck & { step: 'app'; match: CodeMatch | null });

/** Counts and checks a try before the password: a wrong password is a try too. Uses nothing up. */
export async function countAndCheckCode(
  services: Services,
  db: Kysely<Database>,
  user: SignInUser,
  { otp, loginAttempt }: { otp: string; loginAttempt: string | undefined },
): Promise<CodeCheck | null> {
  const attempts = loginAttemptsStore(services, user.id);
  if (secondStepOf(services, user) !== 'app') {
    const check = await attempts.countAndCheckPasscode(db, loginAttempt, otp);
    return check && { ...check, step: 'passcode' };
  }
  const counted = await attempts.countTry(db, loginAttempt);
  if (!counted) return null;
  const match = await appFactorStore(services, user.id).match(db, otp);
  return { ...counted, step: 'app', match, isRight: match !== null };
}

/** Uses up a right code with its attempt; false if another request did so first. The caller has locked the user. */
export async function consumeCode(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  check: CodeCheck,
): Promise<boolean> {
  const attempts = loginAttemptsStore(services, user.id);
  if (check.step === 'passcode') return check.isRight && attempts.consume(trx, check.attemptId);
  if (!check.match || !(await appFactorStore(services, user.id).consume(trx, check.match))) return false;
  return attempts.end(trx, check.attemptId);
}

/** Emails the user about a used recovery code, and returns its audit entry; null for any other code. */
export async function notifyRecoveryCode(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  check: CodeCheck,
): Promise<AuditEntry | null> {
  if (check.step !== 'app' || !check.match || !('recoveryCodeHash' in check.match)) return null;
  const { clock, mailer, settings } = services;
  const left = (await appFactorStore(services, user.id).read(trx))?.recovery_codes_left ?? 0;
  const link = new URL('/profile?tab=security', settings.publicUrl);
  const mail = secondFactorMail({ name: user.firstname, what: 'codeUsed', codesLeft: left, at: clock(), link });
  await mailer.send(trx, { to: user.email, ...mail });
  return { action: 'security:useCode', target: { type: 'ent_usr', id: user.id }, after: { codesLeft: left } };
}
