import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { countAttempt, firstPauseMs, refuseWhileBlocked } from '../core/database/limits.ts';

const wrongTokens = { max: 20, windowMs: 15 * minuteMs, firstPauseMs };
const keyOf = (address: string) => `token:address:${address}`;

export const refuseAfterWrongTokens = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseWhileBlocked(db, clock, keyOf(address));

/** Finds a token's owner. An unknown token counts as a failed attempt of the address; throws 429 while blocked. */
export async function limitTokenAttempts<T>(
  { db, clock }: Services,
  address: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = keyOf(address);
  await refuseWhileBlocked(db, clock, key);
  const owner = await find();
  if (owner === undefined) await countAttempt(db, clock, key, wrongTokens);
  return owner;
}
