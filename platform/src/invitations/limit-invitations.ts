import { sql } from 'kysely';
import { type Caller, callerCounterKey } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { countAttempt, emailCounterKey, uncountAttempt } from '../core/database/limits.ts';

const invitations = { max: 60, windowMs: hourMs };
const forRecipient = { max: 5, windowMs: hourMs };
/** Limit for all organisations except the recipient's own, which other organisations must not block. */
const forRecipientByOthers = { max: 15, windowMs: hourMs };

/** Counts an invitation, or an inviting bulk action, for the caller; throws 429. */
export const limitInvitationsOf = ({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller): Promise<void> =>
  countAttempt(db, clock, `invite:${callerCounterKey(caller)}`, invitations);

/** Counts an invitation for caller and recipient; throws 429. */
export async function limitInvitations(
  services: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  recipient: Recipient,
): Promise<void> {
  if (!caller.bulkRow) await limitInvitationsOf(services, caller);
  await limitInvitationsTo(services, recipient);
}

interface Recipient {
  email: string;
  invitingOrganisationId: number;
}

/** Counts an invitation of an email for the inviting organisation and for all organisations except the recipient's own; throws 429. */
export async function limitInvitationsTo(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { email, invitingOrganisationId }: Recipient,
): Promise<void> {
  const byOrganisation = emailCounterKey(`invite:recipient:${invitingOrganisationId}`, email);
  await countAttempt(db, clock, byOrganisation, forRecipient);
  const user = await db
    .selectFrom('ent_usr')
    .select('ent_org_id')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst();
  if (user?.ent_org_id === invitingOrganisationId) return;
  await countAttempt(db, clock, emailCounterKey('invite:recipient', email), forRecipientByOthers).catch(
    async (error) => {
      await uncountAttempt(db, byOrganisation);
      throw error;
    },
  );
}
