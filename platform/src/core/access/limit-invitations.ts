import { hourMs } from '../base/clock.ts';
import { countAttempt, emailCounterKey } from '../database/limits.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';

const invitations = { max: 60, windowMs: hourMs };
const forRecipient = { max: 5, windowMs: hourMs };

/** Counts an invitation, or a bulk act that invites, for the caller; throws 429. */
export const limitInvitationsOf = ({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller): Promise<void> =>
  countAttempt(db, clock, `invite:user:${caller.userId}`, invitations);

/** Counts an invitation for the caller and for the email, known or not; throws 429. */
export async function limitInvitations({ db, clock }: Services, caller: Caller, email: string): Promise<void> {
  if (!caller.bulkRow) await limitInvitationsOf({ db, clock }, caller);
  await countAttempt(db, clock, emailCounterKey('invite:recipient', email), forRecipient);
}
