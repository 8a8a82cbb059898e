import { isOrganiserOrHigher, type RoleKey, roleLevel } from '@console/contract/access';
import { defaultDepartment } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { Failure } from '../core/base/failure.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-answer.ts';
import { emailDomainProblem } from '../users/new-users.ts';
import { requireFreeSeats } from '../users/seats.ts';
import type { ProviderPerson } from './provider-claims.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

interface Given {
  organisation: LockedOrganisation;
  sso: Row<'sso'>;
  person: ProviderPerson;
}

interface Account {
  userId: number;
  /** The fields of a person who is new; null for an existing account. */
  created: Record<string, unknown> | null;
}

const unknownText = 'Not set';

/**
 * The account of a person of a locked organisation's provider (PROTOCOLS 5, step 7): the one that is linked, else the one with the verified email, which is
 * linked, else a new one where the organisation has a default role. Throws 422.
 */
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
    : users.where(sql<string>`lower(ent_usr.email)`, '=', email)
  ).executeTakeFirst();
  if (user) requireOwnAccount(organisation, sso, user);
  if (user && link) return { userId: user.id, created: null };
  // Until the first time is confirmed by a mail, a provider's word is not enough for those who manage others.
  if (user && isOrganiserOrHigher(roleOf(user))) throw refuseSingleSignOn('PASSWORD_NEEDED');
  const account = user
    ? { userId: user.id, created: null }
    : await createAccount(services, trx, { organisation, sso, person });
  const taken = await trx
    .selectFrom('sso_link')
    .select('id')
    .where('ent_usr_id', '=', account.userId)
    .executeTakeFirst();
  // The email was given to another person at the provider.
  if (taken) throw refuseSingleSignOn('NO_ACCOUNT');
  await trx
    .insertInto('sso_link')
    .values({
      ...{ ent_org_id: organisation.id, ent_usr_id: account.userId, issuer, subject },
      created_at: services.clock(),
    })
    .execute();
  return account;
}

/** Never a user of another organisation, and never one with a higher role than the person who switched single sign-on on. */
function requireOwnAccount(organisation: LockedOrganisation, sso: Row<'sso'>, user: UserRow): void {
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
  const fields = {
    email: person.email,
    firstname: person.firstname || (person.email.split('@')[0] ?? '').slice(0, 50),
    lastname: person.lastname || unknownText,
    designation: unknownText,
    department_name: defaultDepartment,
    supervisor: organiser?.email ?? null,
    role_id: role.id,
    dept_lead: false,
    ent_org_id: organisation.id,
  };
  const now = services.clock();
  const { id } = await trx
    .insertInto('ent_usr')
    .values({ ...fields, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: id, created: fields };
}
