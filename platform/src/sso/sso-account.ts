import { type RoleKey, roleLevel } from '@console/contract/access';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { type ProfileTexts, profileTextsOf } from '@console/contract/fields/user-rules';
import { defaultDepartment, notSetText } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { isFreeFor } from '../core/access/unproven-users.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { Failure } from '../core/base/failure.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { emailDomainProblem, insertUsers } from '../users/new-users.ts';
import { requireFreeSeats } from '../users/seats.ts';
import type { ProviderPerson } from './provider-person.ts';
import { findLink, requireReplaceable } from './replace-link.ts';
import { emailDomain } from './sso-domains.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

interface Given {
  organisation: LockedOrganisation;
  sso: Row<'sso'>;
  person: ProviderPerson;
}

interface Account {
  userId: number;
  /** Fields of a new user; null for an existing account. */
  created: Record<string, unknown> | null;
  /** Events of a new user who left another organisation. */
  events: AuditEntry[];
  /** False if a confirmation must link the account first. */
  isLinked: boolean;
  /** Link to another provider account, which the confirmation replaces. */
  replacesLink?: number;
}

/** Account of a provider's person (PROTOCOLS 5, step 7): the linked one, one with the verified email (to confirm), or a new one. Throws 422. */
export async function findOrCreateAccount(
  services: Services,
  trx: Transaction<Database>,
  { organisation, sso, person }: Given,
): Promise<Account> {
  const { issuer, subject, email } = person;
  const link = await trx
    .selectFrom('sso_link')
    .select('ent_usr_id')
    .where('ent_org_id', '=', organisation.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  const users = selectUsers(trx);
  const user = await (link
    ? users.where('ent_usr.id', '=', link.ent_usr_id)
    : users.where(emailIs(email))
  ).executeTakeFirst();
  // The domain is verified, so another organisation's row that is not an account yet does not lock the person out.
  const isNew =
    !user || (!link && user.ent_org_id !== organisation.id && (await isFree(trx, organisation.id, user.id)));
  if (!isNew) {
    requireOwnAccount(organisation, sso, user);
    const account = { userId: user.id, created: null, events: [] };
    if (link) return { ...account, isLinked: true };
    const other = await findLink(trx, user.id);
    if (other) requireReplaceable(roleOf(user));
    return { ...account, isLinked: false, ...(other && { replacesLink: other.id }) };
  }
  const account = await createAccount(services, trx, { organisation, sso, person });
  await linkAccount(trx, services.clock, {
    ent_org_id: organisation.id,
    ent_usr_id: account.userId,
    issuer,
    subject,
  });
  return account;
}

async function isFree(trx: Transaction<Database>, organisationId: number, userId: number): Promise<boolean> {
  const free = trx.selectFrom('ent_usr').select('id').where('id', '=', userId).where(isFreeFor(organisationId));
  return (await free.executeTakeFirst()) !== undefined;
}

/** Links an account to a person of the provider. Accounts and persons have at most one link. The organisation is locked. Throws 422. */
export async function linkAccount(
  trx: Transaction<Database>,
  clock: Services['clock'],
  {
    ent_org_id,
    ent_usr_id,
    issuer,
    subject,
  }: Pick<Row<'sso_link'>, 'ent_org_id' | 'ent_usr_id' | 'issuer' | 'subject'>,
): Promise<void> {
  const linked = await trx
    .insertInto('sso_link')
    .values({ ent_org_id, ent_usr_id, issuer, subject, created_at: clock() })
    .onConflict((of) => of.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!linked) throw refuseSingleSignOn('NO_ACCOUNT');
}

export async function hasOwnDomain(db: Kysely<Database>, organisationId: number, email: string): Promise<boolean> {
  const domain = await db
    .selectFrom('sso_domain')
    .select('id')
    .where('ent_org_id', '=', organisationId)
    .where('domain', '=', emailDomain(email))
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return domain !== undefined;
}

export async function requireOwnDomain(
  trx: Transaction<Database>,
  organisationId: number,
  email: string,
): Promise<void> {
  if (!(await hasOwnDomain(trx, organisationId, email))) throw refuseSingleSignOn('WRONG_DOMAIN');
}

/** Throws for a user of another organisation, or with a higher role than the one that turned single sign-on on. */
export function requireOwnAccount(organisation: LockedOrganisation, sso: Row<'sso'>, user: UserRow): void {
  const role = roleOf(user);
  if (user.ent_org_id !== organisation.id || role === null) throw refuseSingleSignOn('NO_ACCOUNT');
  const { enabled_by_role } = sso;
  if (enabled_by_role === null || isAbove(role, enabled_by_role)) throw refuseSingleSignOn('PASSWORD_NEEDED');
}

const isAbove = (role: RoleKey, other: RoleKey): boolean => roleLevel(role) < roleLevel(other);

async function createAccount(
  services: Services,
  trx: Transaction<Database>,
  { organisation, sso, person }: Given,
): Promise<Account> {
  const { default_role } = sso;
  if (default_role === null || emailDomainProblem(services, organisation, person.email) !== null)
    throw refuseSingleSignOn('NO_ACCOUNT');
  await requireFreeSeats(trx, organisation, 1).catch((error: unknown) => {
    throw error instanceof Failure ? refuseSingleSignOn('USER_LIMIT') : error;
  });
  const roles = await trx.selectFrom('role').select('id').where('id_str', '=', default_role).execute();
  const [role] = roles;
  if (!role) throw refuseSingleSignOn('NO_ACCOUNT');
  const organiser = await trx
    .selectFrom('ent_usr')
    .select('email')
    .where('id', '=', organisation.organizer_id ?? 0)
    .executeTakeFirst();
  const profile = {
    firstname: person.firstname || (person.email.split('@')[0] ?? '').slice(0, 50),
    lastname: person.lastname || notSetText,
    designation: notSetText,
    department_name: defaultDepartment,
    supervisor: organiser?.email ?? null,
  };
  const more = { email: storedEmail(person.email), role_id: role.id, dept_lead: false };
  // `profile` again at the end, because the supervisor of a new user can be null.
  const form = { ...profileTextsOf((field) => (profile as Partial<ProfileTexts>)[field]), ...more, ...profile };
  const { ids, events } = await insertUsers(services, trx, organisation, [form]);
  const userId = ids.get(form.email);
  if (userId === undefined) throw refuseSingleSignOn('NO_ACCOUNT');
  return { userId, created: { ...profile, ...more, ent_org_id: organisation.id }, events, isLinked: true };
}
