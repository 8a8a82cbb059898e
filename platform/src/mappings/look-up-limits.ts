import { type Caller, callerCounterKey } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { countAttempt } from '../core/database/limits.ts';

const lookUps = { max: 60, windowMs: hourMs };
const lookUpsOfAll = { max: 300, windowMs: hourMs };

/** Counts a lookup in another organisation, known or not, for caller and organisation; throws 429. */
export async function limitLookUps({ db, clock }: Services, caller: Caller, call: string): Promise<void> {
  await countAttempt(db, clock, `look-up:${call}:${callerCounterKey(caller)}`, lookUps);
  if (caller.organisationId !== null)
    await countAttempt(db, clock, `look-up:${call}:organisation:${caller.organisationId}`, lookUpsOfAll);
}
