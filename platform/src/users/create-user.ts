import { reachesRole } from '@console/contract/access';
import { refusalOf } from '../core/audit.ts';
import type { Caller } from '../core/caller.ts';
import type { UserRow } from '../core/ent-usr.ts';
import { audited, forbidden, invalid } from '../core/failure.ts';
import { toId } from '../core/route.ts';
import type { Services } from '../core/services.ts';
import { act } from '../core/transaction.ts';
import { addUsers, domainProblem, emailTaken, takenEmails } from './new-users.ts';
import { givenRole } from './roles.ts';
import { holdOrganisation, refuseWithoutSeats } from './seats.ts';
import { readNewUserForm, type UserInput } from './user-form.ts';
import { refuseForeign, refuseUnusable } from './whose.ts';

/**
 * Creates a user and mails them a link to set a password. Throws 403 for a role above the caller's, 404 for another organisation, 422 with texts by
 * field or USER_LIMIT_REACHED.
 */
export async function createUser(
  services: Services,
  caller: Caller,
  requestId: string,
  input: UserInput,
): Promise<UserRow> {
  const organisationId = toId(input.ent_org_id ?? caller.organisationId ?? 0);
  return act(services, { ...caller, requestId }, async (trx) => {
    refuseForeign(caller, 'users:create', organisationId);
    const role = await givenRole(trx, input.role_id);
    if (role.key && !reachesRole(caller.role, role.key))
      throw audited(forbidden(), refusalOf('users:create', 'level', { type: 'ent_org', id: organisationId }));
    const form = readNewUserForm(input, role);
    const organisation = refuseUnusable(await holdOrganisation(trx, organisationId));
    const outside = domainProblem(services, organisation, form.email);
    if (outside) throw invalid({ email: [outside] });
    if ((await takenEmails(trx, [form.email])).size > 0) throw invalid({ email: [emailTaken.problem] });
    await refuseWithoutSeats(trx, organisation, 1);
    const added = await addUsers(services, trx, organisation, [form]);
    if ('clashes' in added) throw invalid(clashErrors(added.clashes));
    const [user] = added.users as [UserRow];
    const after = { ...form, ent_org_id: organisation.id };
    return { answer: user, audit: { action: 'users:create', target: { type: 'ent_usr', id: user.id }, after } };
  });
}

const clashErrors = (clashes: Extract<Awaited<ReturnType<typeof addUsers>>, { clashes: unknown }>['clashes']) =>
  Object.fromEntries(Array.from(clashes.values(), ({ field, problem }) => [field, [problem]]));
