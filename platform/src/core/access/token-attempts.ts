import { minute } from '../base/clock.ts';
import { count, firstPauseMs, refuseWhileBlocked } from '../database/limits.ts';
import type { Services } from './services.ts';

const wrongTokens = { max: 20, windowMs: 15 * minute, firstPauseMs };
const keyOf = (address: string) => `token:address:${address}`;

/** Throws 429 while an address has to wait because of wrong tokens; counts nothing. */
export const refuseGuesser = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseWhileBlocked(db, clock, keyOf(address));

/** Looks up what a token stands for. One that stands for nothing is counted for its address; throws 429 while that has to wait. */
export async function guardToken<T>(
  { db, clock }: Services,
  address: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = keyOf(address);
  await refuseWhileBlocked(db, clock, key);
  const found = await find();
  if (found === undefined) await count(db, clock, key, wrongTokens);
  return found;
}
