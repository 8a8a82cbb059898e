import { day } from '../core/clock.ts';
import { emailKey, isCounted, pauseOf, signInKey } from '../core/limits.ts';
import { guessesMail } from '../core/mail-texts.ts';
import type { Services } from '../core/services.ts';
import { act } from '../core/transaction.ts';
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
  const { db, clock, mailer, settings } = services;
  const isDead = counted !== null && !counted.right && counted.triesLeft <= 0;
  if (isRight ? !isDead : (await pauseOf(db, clock, signInKey(email))) === 0) return;
  const what = isRight ? 'passcode' : 'password';
  const organisationId = user?.ent_org_id == null ? null : String(user.ent_org_id);
  await act(services, { userId: user?.id ?? null, organisationId, via: 'public', requestId }, async (trx) => {
    const first = await isCounted(trx, clock, emailKey(`sign-in:told:${what}`, email), onceADay);
    // Nobody can sign in without a password, or while they are disabled: there is nothing to be told.
    if (!first || !user || user.password_hash === null || refusalOf(user)) return { answer: undefined, audit: null };
    const link = new URL('/forgot-password', settings.publicUrl);
    const mail = guessesMail({ name: user.firstname, what, at: clock(), link });
    await mailer.send(trx, { to: user.email, ...mail });
    return {
      answer: undefined,
      audit: { action: 'session:guesses', target: { type: 'ent_usr', id: user.id }, after: { what } },
    };
  });
}
