import type { Kysely, Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { type Credential, credentialOf } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { hour, minute } from '../core/base/clock.ts';
import { refusedAs } from '../core/base/failure.ts';
import { count, emailKey, forget, isCounted, uncount } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

const wrongOwnPasswords = { max: 5, windowMs: 15 * minute };
const linksForAddress = { max: 20, windowMs: hour };
const linksForRecipient = { max: 5, windowMs: hour };

/** What the password was proven with, and the hash that it was checked against. */
export interface Proven {
  credential: Credential;
  passwordHash: string | null;
}

/**
 * Checks the caller's own password: exactly one hash, counted before the check, so that parallel guesses cannot pass together. Throws 422
 * WRONG_PASSWORD, and 429 after five wrong ones with one credential in 15 minutes.
 */
export async function checkOwnPassword(
  { db, clock, passwords }: Services,
  caller: Caller,
  password: string,
): Promise<Proven> {
  const credential = credentialOf(caller);
  const key = `password:${credential.type}:${credential.id}`;
  await count(db, clock, key, wrongOwnPasswords);
  const check = async () => {
    const user = await db
      .selectFrom('ent_usr')
      .select('password_hash')
      .where('id', '=', caller.userId)
      .executeTakeFirst();
    const passwordHash = user?.password_hash ?? null;
    return { passwordHash, right: await passwords.verify(`user:${caller.userId}`, passwordHash, password) };
  };
  const { passwordHash, right } = await check().catch(async (error) => {
    await uncount(db, key);
    throw error;
  });
  if (!right) throw wrongPassword();
  await forget(db, [key]);
  return { credential, passwordHash };
}

/** 422: the current password is another one. */
export const wrongPassword = () => refusedAs('WRONG_PASSWORD', 'The current password is wrong.');

/** Counts a link that is asked for; throws 429 after too many from an address. */
export const countLinkAsked = ({ clock }: Services, db: Kysely<Database>, address: string): Promise<void> =>
  count(db, clock, `reset:address:${address}`, linksForAddress);

/** Whether one more link may be mailed to an email. Asked for every email alike, whether anybody has it or not. */
export const mayMailLink = ({ clock }: Services, trx: Transaction<Database>, email: string): Promise<boolean> =>
  isCounted(trx, clock, emailKey('reset:recipient', email), linksForRecipient);
