import type { Transaction } from 'kysely';
import { authorizeOrganisation, requireGivableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockAllowedOrganisation, requireEnabledOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { refusePostWithoutNomination } from './designations.ts';
import {
  countMissingSeats,
  emailDomainProblem,
  emailTaken,
  findTakenEmails,
  insertAndInviteUsers,
  refuseTooManyStrangers,
} from './new-users.ts';
import { findRequestedRole } from './roles.ts';
import { requireFreeSeats } from './seats.ts';
import { lockOrganisationsOfTakenUsers } from './take-over.ts';
import { type NewUserForm, parseNewUserForm, type UserInput } from './user-form.ts';

interface CreatedUser {
  user: UserRow;
  /** Whether the link was not emailed, because the email address received too many. */
  isEmailWithheld: boolean;
}

/** Creates a user and emails a link. Throws 403 for a higher role, 404 for another organisation, 422 by field or USER_LIMIT_REACHED, 429. */
export async function createUser(services: Services, caller: Caller, input: UserInput): Promise<CreatedUser> {
  const organisationId = parseId(input.ent_org_id ?? caller.organisationId ?? 0);
  return runCommand(services, caller, async (trx) => {
    authorizeOrganisation(caller, 'users:create', organisationId);
    const role = await findRequestedRole(trx, input.role_id);
    requireGivableRole(caller, 'users:create', role.key, { type: 'ent_org', id: organisationId });
    const form = parseNewUserForm(input, role);
    await lockOrganisationsOfTakenUsers(trx, organisationId, [form.email]);
    const organisation = requireEnabledOrganisation(
      await lockAllowedOrganisation(trx, caller, 'users:create', organisationId),
    );
    refusePostWithoutNomination(caller, null, form.designation);
    const { events, ...created } = await addAndInviteUser(services, trx, organisation, form, caller.userId);
    const after = { ...form, ent_org_id: organisation.id };
    const event = { action: 'users:create', target: { type: 'ent_usr', id: created.user.id }, after };
    return { answer: created, audit: [event, ...events] };
  });
}

/** Adds a user to an organisation, locked with former ones, and emails a link. Throws 422 by field or USER_LIMIT_REACHED, 429. */
export async function addAndInviteUser(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  form: NewUserForm,
  requesterId: number | null,
): Promise<CreatedUser & { events: AuditEntry[] }> {
  const emailProblem = emailDomainProblem(services, organisation, form.email);
  if (emailProblem) throw invalidFields({ email: [emailProblem] });
  const emails = [form.email];
  if ((await findTakenEmails(trx, organisation.id, emails)).size > 0)
    throw invalidFields({ email: [emailTaken.problem] });
  await requireFreeSeats(trx, organisation, await countMissingSeats(trx, organisation.id, emails));
  await refuseTooManyStrangers(services, trx, organisation.id, emails);
  const added = await insertAndInviteUsers(services, trx, organisation, [form], requesterId);
  if ('clashes' in added) throw invalidFields(clashErrors(added.clashes));
  const [user] = added.users as [UserRow];
  return { user, events: added.events, isEmailWithheld: added.withheld.size > 0 };
}

const clashErrors = (
  clashes: Extract<Awaited<ReturnType<typeof insertAndInviteUsers>>, { clashes: unknown }>['clashes'],
) => Object.fromEntries(Array.from(clashes.values(), ({ field, problem }) => [field, [problem]]));
