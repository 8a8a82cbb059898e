import { sql, type Transaction } from 'kysely';
import { type Caller, callerCounterKey } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { hasVerifiedDomain } from '../core/access/unproven-users.ts';
import { hourMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { rateLimited } from '../core/base/failure.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import {
  type AttemptLimit,
  countAttempt,
  emailCounterKey,
  remainingBlockMs,
  tryCountAttempt,
  tryCountAttempts,
  uncountAttempt,
} from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';

const invitations = { max: 60, windowMs: hourMs };
const forRecipient = { max: 5, windowMs: hourMs };
/** Limit for all organisations except the recipient's own, which other organisations must not block. */
const forRecipientByOthers = { max: 15, windowMs: hourMs };

/** Why the invitation of a new user was not emailed, as its failure. */
export const withheldText = 'This address received too many invitations within an hour.';

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
  const byOrganisation = recipientKey(invitingOrganisationId, email);
  await countRecipient({ db, clock }, byOrganisation, forRecipient);
  const user = await db.selectFrom('ent_usr').select('ent_org_id').where(emailIs(email)).executeTakeFirst();
  if (user?.ent_org_id === invitingOrganisationId) return;
  await countRecipient({ db, clock }, mailboxCounterKey('invite:recipient', email), forRecipientByOthers).catch(
    async (error) => {
      await uncountAttempt(db, byOrganisation);
      throw error;
    },
  );
}

async function countRecipient(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  key: string,
  limit: AttemptLimit,
): Promise<void> {
  if (await tryCountAttempt(db, clock, key, limit)) return;
  const waitMs = Math.max(secondMs, await remainingBlockMs(db, clock, key));
  const minutes = Math.ceil(waitMs / minuteMs);
  throw rateLimited(
    Math.ceil(waitMs / secondMs),
    `No email was sent. ${withheldText} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  );
}

/** Key of a recipient: `ann+1@bank.example` is in the mailbox of `ann@bank.example`. */
const mailboxCounterKey = (what: string, email: string) => emailCounterKey(what, email.replace(/\+.*@/, '@'));

const recipientKey = (organisationId: number, email: string) =>
  mailboxCounterKey(`invite:recipient:${organisationId}`, email);

/**
 * Counts invitations of new users by mailbox, so that a user who is revoked and created again counts again. Returns the
 * emails that must not get one. Other organisations cannot use up the limit of an email in a verified domain.
 */
export async function findFullRecipients(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const own = (email: string) => recipientKey(organisationId, email);
  const byAll = (email: string) => mailboxCounterKey('invite:new', email);
  const verified = await findVerified(trx, organisationId, emails);
  const full = new Set(emails);
  const mailboxes = [...Map.groupBy(emails, own).values()];
  // A statement counts each mailbox once.
  for (let round = 0; round < forRecipient.max; round += 1) {
    const next = mailboxes.flatMap((mailbox) => mailbox.slice(round, round + 1));
    if (next.length === 0) break;
    const allowed = await tryCountAttempts(trx, clock, next.map(own), forRecipient);
    const strangers = next.filter((email) => allowed.has(own(email)) && !verified.has(email));
    const allowedByAll = await tryCountAttempts(trx, clock, strangers.map(byAll), forRecipientByOthers);
    for (const email of next)
      if (allowed.has(own(email)) && (verified.has(email) || allowedByAll.has(byAll(email)))) full.delete(email);
  }
  return full;
}

async function findVerified(
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select email from unnest(${emails}::text[]) as given (email)
    where ${hasVerifiedDomain(sql`${organisationId}::int`, sql`given.email`)}`.execute(trx);
  return new Set(rows.map(({ email }) => email));
}
