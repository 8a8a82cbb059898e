import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';
import { endSignIns } from './end-sign-ins.ts';

/** Whether the identity provider has blocked the sign-in of a user that responsibilities keep active. Checked at every use of a credential. */
export const isSignInBlocked: RawBuilder<boolean> = sql<boolean>`(ent_usr.sign_in_blocked_at is not null)`;

/** Blocks a user's sign-in and ends their sessions; false if already blocked. The caller has locked the user. */
export async function blockSignIn(trx: Transaction<Database>, clock: Clock, userId: number): Promise<boolean> {
  const isBlocked = await setBlockedAt(trx, clock, userId, clock());
  if (isBlocked) await endSignIns(trx, clock, [userId]);
  return isBlocked;
}

/** Unblocks a user's sign-in; false if not blocked. Keys and links work again, sessions do not. The caller has locked the user. */
export const unblockSignIn = (trx: Transaction<Database>, clock: Clock, userId: number): Promise<boolean> =>
  setBlockedAt(trx, clock, userId, null);

async function setBlockedAt(
  trx: Transaction<Database>,
  clock: Clock,
  userId: number,
  sign_in_blocked_at: Date | null,
): Promise<boolean> {
  const changed = await trx
    .updateTable('ent_usr')
    .set({ sign_in_blocked_at, updated_at: clock() })
    .where('id', '=', userId)
    .where('sign_in_blocked_at', sign_in_blocked_at === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
