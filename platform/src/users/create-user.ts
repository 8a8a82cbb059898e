import { reachesRole } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type Attempt, made, madeBefore } from '../core/access/idempotency.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, forbidden, invalid } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { type HeldOrganisation, holdOrganisation } from '../core/database/lock-organisation.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import { addUsers, domainProblem, emailTaken, takenEmails } from './new-users.ts';
import { refuseUnnominated } from './nominate.ts';
import { givenRole } from './roles.ts';
import { refuseWithoutSeats } from './seats.ts';
import { type NewUserForm, readNewUserForm, type UserInput } from './user-form.ts';
import { refuseForeign, refuseUnusable } from './whose.ts';

/**
 * Creates a user and mails them a link to set a password; the same attempt again answers them. Throws 403 for a role above the caller's, 404 for another organisation, 422 with texts by
 * field, USER_LIMIT_REACHED or IDEMPOTENCY_CONFLICT.
 */
export async function createUser(
  services: Services,
  caller: Caller,
  requestId: string,
  { input, attempt }: { input: UserInput; attempt: Attempt | undefined },
): Promise<UserRow> {
  const organisationId = toId(input.ent_org_id ?? caller.organisationId ?? 0);
  return act(services, { ...caller, requestId }, async (trx) => {
    refuseForeign(caller, 'users:create', organisationId);
    const before = await madeBefore(trx, services.clock(), attempt);
    if (before !== null) return { answer: await userOf(trx, before), audit: null };
    const role = await givenRole(trx, input.role_id);
    if (role.key && !reachesRole(caller.role, role.key))
      throw audited(forbidden(), refusalOf('users:create', 'level', { type: 'ent_org', id: organisationId }));
    const form = readNewUserForm(input, role);
    const organisation = refuseUnusable(await holdOrganisation(trx, organisationId));
    refuseUnnominated(caller, null, form.designation);
    const user = await addNewUser(services, trx, organisation, form);
    await made(trx, attempt, user.id);
    const after = { ...form, ent_org_id: organisation.id };
    return { answer: user, audit: { action: 'users:create', target: { type: 'ent_usr', id: user.id }, after } };
  });
}

/** Adds one user to an organisation whose row is held, and mails them a link. Throws 422 with texts by field or USER_LIMIT_REACHED. */
export async function addNewUser(
  services: Services,
  trx: Transaction<Database>,
  organisation: HeldOrganisation,
  form: NewUserForm,
): Promise<UserRow> {
  const outside = domainProblem(services, organisation, form.email);
  if (outside) throw invalid({ email: [outside] });
  if ((await takenEmails(trx, [form.email])).size > 0) throw invalid({ email: [emailTaken.problem] });
  await refuseWithoutSeats(trx, organisation, 1);
  const added = await addUsers(services, trx, organisation, [form]);
  if ('clashes' in added) throw invalid(clashErrors(added.clashes));
  const [user] = added.users as [UserRow];
  return user;
}

const userOf = (trx: Transaction<Database>, id: number) =>
  selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();

const clashErrors = (clashes: Extract<Awaited<ReturnType<typeof addUsers>>, { clashes: unknown }>['clashes']) =>
  Object.fromEntries(Array.from(clashes.values(), ({ field, problem }) => [field, [problem]]));
