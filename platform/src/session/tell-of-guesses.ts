import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { day } from '../core/base/clock.ts';
import { emailKey, isCounted, pauseOf, signInKey } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { type Guesses, guessesMail } from '../core/mail/mail-texts.ts';
import type { CountedTry } from './attempts.store.ts';
import { refusalOf, type SignInUser } from './sign-in.store.ts';

/** Whoever guesses must not fill somebody's mailbox. */
const onceADay = { max: 1, windowMs: day };

/**
 * Tells somebody by mail, once a day, when a wrong password makes signing in wait, or when a passcode is dead of wrong tries after the right password.
 * Counted for every email alike, whether anybody has it or not.
 */
export async function tellOfGuesses(
  services: Services,
  { user, email, requestId }: { user: SignInUser | undefined; email: string; requestId: string },
  isRight: boolean,
  counted: CountedTry | null,
): Promise<void> {
  const { db, clock } = services;
  const isDead = counted !== null && !counted.right && counted.triesLeft <= 0;
  if (isRight ? !isDead : (await pauseOf(db, clock, signInKey(email))) === 0) return;
  const what = isRight ? 'passcode' : 'password';
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  await act(services, { userId: user?.id ?? null, organisationId, via: 'public', requestId }, async (trx) => {
    const first = await isFirst(services, trx, email, what);
    // Nobody can sign in without a password, or while they are disabled: there is nothing to be told.
    if (!first || !user || user.password_hash === null || refusalOf(user)) return { answer: undefined, audit: null };
    await mailGuesses(services, trx, user, what);
    return { answer: undefined, audit: entryOf(user, what) };
  });
}

/** Tells somebody by mail, once a day, that no passcode of theirs is taken for a while. Each time stands in the audit log. */
export async function tellOfCoolDown(
  services: Services,
  trx: Transaction<Database>,
  user: SignInUser,
): Promise<AuditEntry> {
  if (await isFirst(services, trx, user.email, 'passcodes')) await mailGuesses(services, trx, user, 'passcodes');
  return entryOf(user, 'passcodes');
}

const isFirst = ({ clock }: Services, trx: Transaction<Database>, email: string, what: Guesses) =>
  isCounted(trx, clock, emailKey(`sign-in:told:${what}`, email), onceADay);

async function mailGuesses(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  what: Guesses,
): Promise<void> {
  const link = new URL('/forgot-password', settings.publicUrl);
  const mail = guessesMail({ name: user.firstname, what, at: clock(), link });
  await mailer.send(trx, { to: user.email, ...mail });
}

const entryOf = ({ id }: SignInUser, what: Guesses): AuditEntry => ({
  action: 'session:guesses',
  target: { type: 'ent_usr', id },
  after: { what },
});
