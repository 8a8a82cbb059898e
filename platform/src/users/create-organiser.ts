import { isOrganiserOrHigher, organiserRole } from '@console/contract/access';
import { storedEmail } from '@console/contract/fields/domain-rules';
import type { Transaction } from 'kysely';
import { authorizeOrganisation, requireGivableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import {
  type LockedOrganisation,
  lockAllowedOrganisation,
  lockOrganisation,
  lockUser,
  requireEnabledOrganisation,
} from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields, invalidToken, refused } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { emailIs, emailSpellings } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { issueAndMailInvitation } from '../invitations/invitation-mails.ts';
import {
  deleteOnboardingTokens,
  findOnboardingUser,
  type OnboardingRequest,
  onboardingTokenKinds,
} from '../invitations/onboarding-tokens.ts';
import { consumeToken, findValidToken } from '../invitations/user-tokens.ts';
import { addAndInviteUser } from './create-user.ts';
import { translateTakenDesignationError } from './designations.ts';
import { findRequestedRole, type RequestedRole, readRoles } from './roles.ts';
import { supervisorSetter } from './supervisor-setter.ts';
import { lockOrganisationsOfTakenUsers } from './take-over.ts';
import { parseNewUserForm, type UserInput } from './user-form.ts';

/** Completes an invited organiser and emails a link to set a password. Throws 422 TOKEN_INVALID or by field, 429. */
export async function completeInvitedOrganiser(
  services: Services,
  request: OnboardingRequest,
  input: UserInput,
): Promise<UserRow> {
  const { user: unlocked, actor } = await findOnboardingUser(services, request);
  const userId = unlocked.ent_usr_id;
  return runCommand(services, actor, async (trx) => {
    const organisation = await lockOrganisation(trx, unlocked.ent_org_id);
    await lockUser(trx, userId);
    const invited = await findValidToken(services, trx, request.token, onboardingTokenKinds);
    if (!invited) throw invalidToken();
    if (!organisation) throw refused('The organisation has not been created yet. Create it first.');
    const { email } = input;
    if (email?.trim() && !emailSpellings([email]).includes(invited.email.toLowerCase()))
      throw invalidFields({ email: [{ code: 'NOT_ALLOWED', message: 'must be the email address that was invited' }] });
    const role = await findOrganiserRole(trx);
    await consumeToken(services, trx, invited);
    return completeInvitedUser(services, trx, organisation, userId, { ...input, email: invited.email }, role, null);
  }).catch(translateTakenDesignationError);
}

/** Creates an organisation's first organiser. Throws 403, 404, 422 by field or USER_LIMIT_REACHED. */
export const createOrganiser = (services: Services, caller: Caller, input: UserInput): Promise<UserRow> =>
  runCommand(services, caller, async (trx) => {
    const organisationId = parseId(input.ent_org_id ?? caller.organisationId ?? 0);
    authorizeOrganisation(caller, 'organisations:edit', organisationId);
    await lockOrganisationsOfTakenUsers(trx, organisationId, [storedEmail(input.email ?? '')]);
    const organisation = requireEnabledOrganisation(
      await lockAllowedOrganisation(trx, caller, 'organisations:edit', organisationId),
    );
    if (organisation.organizer_id !== null)
      throw refused('The organisation already has a main Organiser. Change the main Organiser instead.');
    const role = input.role_id == null ? await findOrganiserRole(trx) : await findRequestedRole(trx, input.role_id);
    const level = { type: 'ent_org', id: organisationId };
    requireGivableRole(caller, 'organisations:edit', role.key, level);
    if (role.key && !isOrganiserOrHigher(role.key))
      throw invalidFields({ role_id: [{ code: 'NOT_ALLOWED', message: 'must be Organiser or higher' }] });
    const uncompleted = await findUncompletedUser(trx, organisationId, input.email);
    if (!uncompleted) return addOrganiser(services, trx, organisation, input, role, caller.userId);
    await lockUser(trx, uncompleted.id);
    await requireUnchangedCaller(trx, caller);
    return completeInvitedUser(services, trx, organisation, uncompleted.id, input, role, caller.userId);
  }).catch(translateTakenDesignationError);

async function addOrganiser(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  input: UserInput,
  role: RequestedRole,
  requesterId: number | null,
): Promise<CommandResult<UserRow>> {
  const form = parseNewUserForm(input, role);
  const { user, events } = await addAndInviteUser(services, trx, organisation, form, requesterId);
  const { answer, audit } = await setOrganiser(services, trx, organisation, user.id, {
    ...form,
    ent_org_id: organisation.id,
  });
  return { answer, audit: [audit ?? [], events].flat() };
}

/** Writes the form's details of a locked user, ends open onboarding links, and emails a link to set a password. */
async function completeInvitedUser(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  userId: number,
  input: UserInput,
  role: RequestedRole,
  requester_id: number | null,
): Promise<CommandResult<UserRow>> {
  const { email, ...form } = parseNewUserForm(input, role);
  const now = services.clock();
  // Without a requester, the invited user has filled in the form.
  const setter = supervisorSetter(requester_id ?? userId, now);
  await trx
    .updateTable('ent_usr')
    .set({ ...form, ...setter, updated_at: now })
    .where('id', '=', userId)
    .execute();
  await deleteOnboardingTokens(trx, userId);
  const user = { id: userId, email, firstname: form.firstname };
  await issueAndMailInvitation(services, trx, organisation, user, { kind: 'user', requester_id });
  return setOrganiser(services, trx, organisation, userId, form);
}

async function setOrganiser(
  { clock }: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  userId: number,
  form: object,
): Promise<CommandResult<UserRow>> {
  const values = { organizer_id: userId, updated_at: clock() };
  await trx.updateTable('ent_org').set(values).where('id', '=', organisation.id).execute();
  const audit = {
    action: 'organisations:createOrganiser',
    target: { type: 'ent_usr', id: userId },
    before: { organizer_id: organisation.organizer_id },
    after: { ...form, organizer_id: userId },
  };
  return { answer: await userOf(trx, userId), audit };
}

async function findOrganiserRole(trx: Transaction<Database>): Promise<RequestedRole> {
  const roles = [...(await readRoles(trx))];
  return { id: roles.find(([, key]) => key === organiserRole)?.[0], key: organiserRole };
}

/** Invited user who onboarded the organisation and has not been completed. */
async function findUncompletedUser(
  trx: Transaction<Database>,
  organisationId: number,
  email: string | null | undefined,
) {
  const user = await selectUsers(trx)
    .where(emailIs(email ?? ''))
    .where('ent_usr.ent_org_id', '=', organisationId)
    .executeTakeFirst();
  return user && roleOf(user) === null && !user.is_disabled ? user : undefined;
}

const userOf = (trx: Transaction<Database>, id: number) =>
  selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();
