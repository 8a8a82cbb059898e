import type { FieldProblem } from '@console/contract/errors';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { hasVerifiedDomain, isFreeFor } from '../core/access/unproven-users.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { addMs, hourMs, latestStored, minuteMs, secondMs } from '../core/base/clock.ts';
import { rateLimited } from '../core/base/failure.ts';
import { inBatches } from '../core/database/batches.ts';
import { emailSpellings, storedDomainsOf } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { issueAndMailLimitedInvitations } from '../invitations/invitation-mails.ts';
import { designationTaken, type UserConflict } from './designations.ts';
import {
  mailTakeOvers,
  type NewUserOrigin,
  type NewUserValues,
  originColumns,
  takeOverEvents,
  takeOverUsers,
} from './take-over.ts';
import type { NewUserForm } from './user-form.ts';

/** An email belongs to one user in all organisations. The text does not say which organisation has it. */
export const emailTaken: UserConflict = { field: 'email', problem: { code: 'TAKEN', message: 'is taken' } };

/** Those of some stored emails that this organisation cannot create users with. */
export async function findTakenEmails(
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const email = sql<string>`lower(email)`;
  const rows = await trx
    .selectFrom('ent_usr')
    .select(email.as('email'))
    .where(email, '=', sql<string>`any(${emailSpellings(emails)}::text[])`)
    .where(sql<boolean>`not ${isFreeFor(organisationId)}`)
    .execute();
  return new Set(rows.map((row) => storedEmail(row.email)));
}

/** New users outside the verified domains of an organisation within an hour, above which no further ones are created. */
export const maxHourlyStrangers = 2_000;

/**
 * Throws 429 for an email outside the verified domains of a locked organisation, if it has created too many such users
 * in the last hour. Each one takes an email address from all other organisations. Imported users do not count.
 */
export async function refuseTooManyStrangers(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<void> {
  const now = clock();
  const id = sql`${organisationId}::int`;
  const last = await trx
    .selectFrom('ent_usr')
    .select('created_at')
    .where('ent_org_id', '=', organisationId)
    // Both values, so that the index by organisation, state and time is used.
    .where(sql<boolean>`is_disabled = any('{true,false}')`)
    .where('created_at', '>', addMs(now, -hourMs))
    .where('created_at', '<=', latestStored(now))
    .where('imported_at', 'is', null)
    .where(sql<boolean>`not ${hasVerifiedDomain(id)}`)
    .where(
      sql<boolean>`exists (select from unnest(${emails}::text[]) as given (email) where not ${hasVerifiedDomain(id, sql`given.email`)})`,
    )
    .orderBy('created_at', 'desc')
    .offset(maxHourlyStrangers)
    .limit(1)
    .executeTakeFirst();
  if (last) throw tooManyStrangers(addMs(last.created_at, hourMs), now);
}

const tooManyStrangers = (from: Date, now: Date) =>
  rateLimited(
    Math.ceil((from.getTime() - now.getTime()) / secondMs),
    `This organisation has created more than 2,000 users outside its verified domains in the last hour. You can create more from ${addMs(
      from,
      minuteMs - 1,
    )
      .toISOString()
      .slice(11, 16)} UTC.`,
  );

/** Additional places that new users need: revoked users of the organisation already have one. */
export async function countMissingSeats(
  trx: Transaction<Database>,
  organisationId: number,
  emails: readonly string[],
): Promise<number> {
  const { own } = await trx
    .selectFrom('ent_usr')
    .select(({ fn }) => fn.countAll<string>().as('own'))
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .where('ent_org_id', '=', organisationId)
    .where('is_disabled', '=', false)
    .executeTakeFirstOrThrow();
  return emails.length - Number(own);
}

/** Why an email cannot be used in this organisation (CHECKLIST OPEN-24), null if it can. */
export function emailDomainProblem(
  { settings }: Pick<Services, 'settings'>,
  { email_domain }: LockedOrganisation,
  email: string,
): FieldProblem | null {
  const domains = storedDomainsOf(email_domain);
  if (!settings.enforceEmailDomain || domains.length === 0) return null;
  const [domain = ''] = storedDomainsOf(email.slice(email.lastIndexOf('@') + 1));
  return domains.includes(domain) ? null : { code: 'OTHER', message: 'is outside the organisation’s email domains' };
}

/** Adds or takes over users of a locked organisation within its limit, with events of former ones; skips clashes. */
export async function insertUsers(
  services: Pick<Services, 'clock' | 'mailer'>,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  forms: readonly NewUserValues[],
  more: NewUserOrigin = {},
): Promise<{ ids: Map<string, number>; clashes: Map<string, UserConflict>; events: AuditEntry[] }> {
  const now = services.clock();
  const common = { ...originColumns(more, now), ent_org_id: organisation.id, created_at: now, updated_at: now };
  const takenOver = await takeOverUsers(services, trx, organisation, forms, more);
  const ids = new Map(takenOver.map(({ id, email }) => [email, id]));
  const missing = () => forms.filter(({ email }) => !ids.has(email));
  const spelled = missing().flatMap(({ email }) => (emailSpellings([email]).length > 1 ? [email] : []));
  const otherwiseSpelled = spelled.length > 0 ? await findTakenEmails(trx, organisation.id, spelled) : new Set();
  // Sorted by email, because two uploads of the same users would otherwise deadlock.
  const rows = missing()
    .filter(({ email }) => !otherwiseSpelled.has(email))
    .map((form) => ({ ...form, ...common }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
  const added = await inBatches(rows, (batch) =>
    trx
      .insertInto('ent_usr')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'email'])
      .execute(),
  );
  for (const { id, email } of added) ids.set(email, id);
  // Another organisation may have invited these users since.
  const late = missing().length > 0 ? await takeOverUsers(services, trx, organisation, missing(), more) : [];
  for (const { id, email } of late) ids.set(email, id);
  const left = missing().map(({ email }) => email);
  const taken = left.length > 0 ? await findTakenEmails(trx, organisation.id, left) : new Set();
  const clashes = new Map(left.map((email) => [email, taken.has(email) ? emailTaken : designationTaken]));
  const moved = [...takenOver, ...late];
  await mailTakeOvers(services, trx, organisation, moved);
  return { ids, clashes, events: takeOverEvents(organisation.id, moved) };
}

/** Adds users like `insertUsers` and emails each a link, except those of `withheld`. After clashes the caller rolls back. */
export async function insertAndInviteUsers(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  forms: readonly NewUserForm[],
  requesterId: number | null,
): Promise<{ users: UserRow[]; events: AuditEntry[]; withheld: Set<string> } | { clashes: Map<string, UserConflict> }> {
  const { ids, clashes, events } = await insertUsers(services, trx, organisation, forms, { requesterId });
  if (clashes.size > 0) return { clashes };
  const withheld = await issueAndMailLimitedInvitations(services, trx, organisation, forms, ids, requesterId);
  const users = await selectUsers(trx)
    .where('ent_usr.id', '=', sql<number>`any(${[...ids.values()]}::int[])`)
    .execute();
  const byEmail = new Map(users.map((row) => [row.email, row]));
  return { users: forms.flatMap(({ email }) => byEmail.get(email) ?? []), events, withheld };
}
