import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { inBatches } from '../core/database/batches.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-answer.ts';
import { issueAndMailInvitations } from '../core/mail/invitation-mails.ts';
import { designationTaken, type UserConflict } from './designations.ts';
import type { NewUserForm } from './user-form.ts';

/** An email has one user in all organisations; with the same text for all. */
export const emailTaken: UserConflict = { field: 'email', problem: 'is taken' };

/** The emails that are taken, of emails in lower case. */
export async function findTakenEmails(trx: Transaction<Database>, emails: readonly string[]): Promise<Set<string>> {
  const email = sql<string>`lower(email)`;
  const rows = await trx
    .selectFrom('ent_usr')
    .select(email.as('email'))
    .where(email, '=', sql<string>`any(${emails}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.email));
}

/** Why an email may not be used in this organisation (CHECKLIST OPEN-24), null if it may. */
export function emailDomainProblem(
  { settings }: Pick<Services, 'settings'>,
  { email_domain }: LockedOrganisation,
  email: string,
): string | null {
  const domains = (email_domain ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((domain) => domain.trim() || []);
  if (!settings.enforceEmailDomain || domains.length === 0) return null;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1)) ? null : 'is outside the organisation’s domains';
}

/** Adds users to a locked organisation with enough seats; those that clash with others are left out. */
export async function insertUsers(
  { clock }: Pick<Services, 'clock'>,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  forms: readonly NewUserForm[],
): Promise<{ ids: Map<string, number>; clashes: Map<string, UserConflict> }> {
  const now = clock();
  const common = { ent_org_id: organisation.id, created_at: now, updated_at: now };
  // Sorted by email, because two uploads of the same users would otherwise deadlock.
  const rows = forms.map((form) => ({ ...form, ...common })).sort((a, b) => (a.email < b.email ? -1 : 1));
  const added = await inBatches(rows, (batch) =>
    trx
      .insertInto('ent_usr')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'email'])
      .execute(),
  );
  const ids = new Map(added.map(({ id, email }) => [email, id]));
  const missing = forms.flatMap(({ email }) => (ids.has(email) ? [] : [email]));
  const taken = missing.length > 0 ? await findTakenEmails(trx, missing) : new Set();
  const clashes = new Map(missing.map((email) => [email, taken.has(email) ? emailTaken : designationTaken]));
  return { ids, clashes };
}

/** Adds users to a locked organisation with enough seats and mails each a link to set a password. With clashes the caller rolls back. */
export async function insertAndInviteUsers(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  forms: readonly NewUserForm[],
  requesterId: number,
): Promise<{ users: UserRow[] } | { clashes: Map<string, UserConflict> }> {
  const { ids, clashes } = await insertUsers(services, trx, organisation, forms);
  if (clashes.size > 0) return { clashes };
  await issueAndMailInvitations(services, trx, organisation, forms, ids, requesterId);
  const users = await selectUsers(trx)
    .where('ent_usr.id', '=', sql<number>`any(${[...ids.values()]}::int[])`)
    .execute();
  const byEmail = new Map(users.map((row) => [row.email, row]));
  return { users: forms.flatMap(({ email }) => byEmail.get(email) ?? []) };
}
