import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { personOf } from '../core/access/person.ts';
import { type Credential, credentialOf } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { refusedWithCode } from '../core/base/failure.ts';
import {
  clearAttempts,
  countAttempt,
  emailCounterKey,
  networkCounterKey,
  ownPasswordCounterKey,
  tryCountAttempt,
  uncountAttempt,
} from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

const wrongOwnPasswords = { max: 5, windowMs: 15 * minuteMs };
const linksForAddress = { max: 20, windowMs: hourMs };
const linksForRecipient = { max: 5, windowMs: hourMs };

export interface VerifiedPassword {
  credential: Credential;
  passwordHash: string | null;
}

/** Checks the caller's own password. Throws 422 WRONG_PASSWORD, and 429 after five wrong ones with one credential in 15 minutes, or as many of the user as at a sign-in. */
export async function verifyOwnPassword(
  { db, clock, passwords, settings }: Services,
  caller: Caller,
  password: string,
): Promise<VerifiedPassword> {
  const credential = credentialOf(caller);
  const ofCredential = `password:${credential.type}:${credential.id}`;
  const ofUser = ownPasswordCounterKey(personOf(caller));
  await countAttempt(db, clock, ofCredential, wrongOwnPasswords);
  await countAttempt(db, clock, ofUser, { ...wrongOwnPasswords, max: settings.signInMaxPerAccount });
  const check = async () => {
    const user = await db
      .selectFrom('ent_usr')
      .select('password_hash')
      .where('id', '=', personOf(caller))
      .executeTakeFirst();
    const passwordHash = user?.password_hash ?? null;
    return { passwordHash, isRight: await passwords.verify(`user:${personOf(caller)}`, passwordHash, password) };
  };
  const { passwordHash, isRight } = await check().catch(async (error) => {
    await uncountAttempt(db, ofCredential);
    await uncountAttempt(db, ofUser);
    throw error;
  });
  if (!isRight) throw wrongPassword();
  await clearAttempts(db, [ofCredential, ofUser]);
  return { credential, passwordHash };
}

export const wrongPassword = () => refusedWithCode('WRONG_PASSWORD', 'The current password is wrong.');

/** Counts a requested reset link; throws 429 after too many from an address. */
export const limitResetRequests = ({ clock }: Services, db: Kysely<Database>, address: string): Promise<void> =>
  countAttempt(db, clock, networkCounterKey('reset:address', address), linksForAddress);

/** Whether another reset link may be mailed to an email, counted whether or not the email is known. */
export const tryCountResetMail = ({ clock }: Services, trx: Transaction<Database>, email: string): Promise<boolean> =>
  tryCountAttempt(trx, clock, emailCounterKey('reset:recipient', email), linksForRecipient);
