import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { countAttempt, emailCounterKey } from '../core/database/limits.ts';

const lookUps = { max: 60, windowMs: hourMs };
const lookUpsOfAll = { max: 300, windowMs: hourMs };
const invitations = { max: 60, windowMs: hourMs };
const forRecipient = { max: 5, windowMs: hourMs };

/** Counts a lookup in another organisation, known or not, for the caller and for their organisation; throws 429. */
export async function limitLookUps({ db, clock }: Services, caller: Caller, call: string): Promise<void> {
  await countAttempt(db, clock, `look-up:${call}:user:${caller.userId}`, lookUps);
  if (caller.organisationId !== null)
    await countAttempt(db, clock, `look-up:${call}:organisation:${caller.organisationId}`, lookUpsOfAll);
}

/** Counts an invitation for the caller and for the email, known or not; throws 429. */
export async function limitInvitations({ db, clock }: Services, caller: Caller, email: string): Promise<void> {
  await countAttempt(db, clock, `invite:user:${caller.userId}`, invitations);
  await countAttempt(db, clock, emailCounterKey('invite:recipient', email), forRecipient);
}
