import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { countFailure, firstPauseMs, refuseAfterFailures } from '../core/database/limits.ts';

const wrongTokens = { max: 20, windowMs: 15 * minuteMs, firstPauseMs };
/** Counter of wrong tokens of an address. */
const failures = 'token:address';

export const refuseAfterWrongTokens = ({ db, clock }: Services, address: string): Promise<void> =>
  refuseAfterFailures(db, clock, failures, address);

/** Finds a token's owner. An unknown token counts as a failed attempt of the address; throws 429 while blocked. */
export async function limitTokenAttempts<T>(
  { db, clock }: Services,
  address: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await refuseAfterFailures(db, clock, failures, address);
  const owner = await find();
  if (owner === undefined) await countFailure(db, clock, failures, address, wrongTokens);
  return owner;
}
