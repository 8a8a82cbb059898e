import { randomUUID } from 'node:crypto';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { emailFormatProblem } from '@console/contract/fields/user-rules';
import type { Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { addMs, dayMs, hourMs, secondMs } from '../core/base/clock.ts';
import { emailIs, emailSpellings } from '../core/database/email-spelling.ts';
import { remainingBlockMs, tryCountAttempt } from '../core/database/limits.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { emailDomainProblem, insertUsers } from '../users/new-users.ts';
import { resetAccount } from '../users/reset-account.ts';
import { requireFreeSeats } from '../users/seats.ts';
import { lockOrganisationsOfTakenUsers, type NewUserValues } from '../users/take-over.ts';
import {
  changeLockedUser,
  lockPerson,
  lockProvisionedRow,
  type ProvisionedChange,
  requireBounded,
} from './apply-change.ts';
import { newTexts, planProvisionedFields } from './plan-fields.ts';
import { findProvisionedUser } from './provisioned-users.store.ts';
import { noteOutsideDomains, noteUnknownRole } from './provisioning-causes.ts';
import {
  findManagerEmail,
  lockProvisioningContext,
  type ProvisioningContext,
  requireOwnNames,
} from './provisioning-context.ts';
import { runProvisioningCommand } from './run-command.ts';
import { deactivatedHere, notUnique, tooManyNewUsers } from './scim/refusals.ts';
import type { ScimError } from './scim/scim-error.ts';
import type { ScimActor, ScimOutcome, ScimUserRequest } from './scim/scim-user.ts';
import { invalidValue } from './scim/values.ts';
import { isVisibleToProvider } from './visible-to-provider.ts';
import { inviteUnlessSignedOn, setWaitingManager } from './write-user.ts';

/** Limit of new users of an organisation, because each one takes an email address from all other organisations. */
const newUsers = { max: 2_000, windowMs: hourMs };

interface LockedProvisionedUser {
  row: Row<'scim_user'>;
  user: UserRow;
}

type NewProvisionedUser = ScimUserRequest & { userName: string; email: string };

/**
 * Creates a user, or links the organisation's own user with that email; resets the account if the provider deactivated
 * it before. Throws 400, 403 at the user limit, 429 for too many, 409 uniqueness for an email of another organisation,
 * an Administrator, an Architect, an unmanaged Organiser or a user that a person deactivated.
 */
export async function createProvisionedUser(
  services: Services,
  actor: ScimActor,
  request: ScimUserRequest,
): Promise<ScimOutcome & { isNew: boolean }> {
  type Answer = (ScimOutcome & { isNew: boolean }) | { user: null; refused: ScimError };
  const answer = await runProvisioningCommand<Answer>(services, actor, async (trx) => {
    const asked = readNames(request);
    const organisationId = Number(actor.organisationId);
    await lockOrganisationsOfTakenUsers(trx, organisationId, emailSpellings([asked.email]));
    const context = await lockProvisioningContext(trx, actor);
    const existing = await findOwnUser(trx, organisationId, asked.email);
    if (existing?.is_disabled && !(await isDeprovisioned(trx, existing.id))) {
      await noteRefusedReturn(services, trx, existing.id);
      return { answer: { user: null, refused: deactivatedHere() }, audit: null };
    }
    const change =
      existing && !existing.is_disabled
        ? await takeOver(services, trx, context, existing, asked)
        : await addUser(services, trx, context, asked, existing);
    const user = await findProvisionedUser(trx, organisationId, change.id);
    if (!user) throw new Error('the user was not written');
    const { refused, notes, events } = change;
    return { answer: { user, notes, isNew: !existing, ...(refused && { refused }) }, audit: events };
  });
  if (answer.user === null) throw answer.refused;
  return answer;
}

/** Name and email of a new user: the primary or work one, otherwise a name that is an email address. */
function readNames(request: ScimUserRequest): NewProvisionedUser {
  const { userName } = request;
  if (!userName) throw invalidValue('userName is required.');
  const email = (request.email ?? userName).trim().toLowerCase();
  const problem = emailFormatProblem(storedEmail(email));
  if (problem) throw invalidValue(`${request.email ? 'emails' : 'Without emails, userName'} ${problem.message}.`);
  requireBounded(request);
  return { ...request, userName, email };
}

/** The organisation's own user with an email. Throws 409 if SCIM may not manage them. */
async function findOwnUser(
  trx: Transaction<Database>,
  organisationId: number,
  email: string,
): Promise<UserRow | undefined> {
  const user = await selectUsers(trx)
    .where(emailIs(email))
    .where('ent_usr.ent_org_id', '=', organisationId)
    .executeTakeFirst();
  if (!user) return undefined;
  const locked = await lockPerson(trx, user);
  const visible = trx
    .selectFrom('ent_usr')
    .select('id')
    .where('id', '=', user.id)
    .where(isVisibleToProvider(organisationId));
  if (!(await visible.executeTakeFirst())) throw notUnique('email address');
  return locked;
}

/** Whether the identity provider has deactivated an inactive user, and no one else since. */
async function isDeprovisioned(trx: Transaction<Database>, userId: number): Promise<boolean> {
  const user = trx.selectFrom('ent_usr').select('deprovisioned_at').where('id', '=', userId);
  return (await user.executeTakeFirstOrThrow()).deprovisioned_at !== null;
}

/** Whether a request gives the SCIM id of a deactivated user to another object: perhaps another person with that user name. */
export const isRehiredUser = async (
  trx: Transaction<Database>,
  { row, user }: LockedProvisionedUser,
  { externalId, email }: ScimUserRequest,
): Promise<boolean> =>
  user.is_disabled &&
  Boolean(externalId && row.external_id && externalId !== row.external_id) &&
  (!email || emailSpellings([email]).includes(user.email.toLowerCase())) &&
  (await isDeprovisioned(trx, user.id));

/** Resets a locked user's account for another object. The SCIM id stays, because the provider has found the user by it. */
export async function resetRehiredUser(
  services: Services,
  trx: Transaction<Database>,
  context: ProvisioningContext,
  { row, user }: LockedProvisionedUser,
  request: ScimUserRequest,
): Promise<ProvisionedChange> {
  requireBounded(request);
  const { userName, active = false } = request;
  const asked = { ...request, userName: userName || row.user_name, email: user.email.toLowerCase(), active };
  const { id, ...change } = await addUser(services, trx, context, asked, user);
  await trx.updateTable('scim_user').set({ id: row.id }).where('id', '=', id).execute();
  return { ...change, id: row.id };
}

/** Records once a day that the provider wants a user back that a person deactivated. */
async function noteRefusedReturn({ clock }: Services, trx: Transaction<Database>, userId: number): Promise<void> {
  const now = clock();
  await trx
    .updateTable('ent_usr')
    .set({ return_refused_at: now })
    .where('id', '=', userId)
    .where((of) => of.or([of('return_refused_at', 'is', null), of('return_refused_at', '<=', addMs(now, -dayMs))]))
    .execute();
}

/** Changes an active user as requested, who is managed from then on. */
async function takeOver(
  services: Services,
  trx: Transaction<Database>,
  context: ProvisioningContext,
  user: UserRow,
  request: NewProvisionedUser,
): Promise<ProvisionedChange> {
  const found = await lockProvisionedRow(trx, context.organisation.id, user.id);
  if (found?.managed_at) throw notUnique('email address');
  const row = found ?? (await insertProvisionedUser(services, trx, context, user.id, request));
  const isRevoked = await hasRevokedInvitation(trx, user);
  const active = request.active ?? true;
  const change = await changeLockedUser(services, trx, context, { row, user }, { ...request, active }, false);
  if (!active || !isRevoked) return change;
  const { notes } = await inviteUnlessSignedOn(services, trx, context.organisation, user);
  return { ...change, notes: [...change.notes, ...notes] };
}

async function hasRevokedInvitation(trx: Transaction<Database>, user: UserRow): Promise<boolean> {
  const revoked = await trx
    .selectFrom('invitation')
    .select('id')
    .where('ent_usr_id', '=', user.id)
    .where('ent_org_id', '=', user.ent_org_id)
    .where('kind', '=', 'user')
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Adds a user, takes over a free user of another organisation, or resets a deactivated user; then invites the user. */
async function addUser(
  services: Services,
  trx: Transaction<Database>,
  context: ProvisioningContext,
  request: NewProvisionedUser,
  former: UserRow | undefined,
): Promise<ProvisionedChange> {
  const { organisation, defaults, roleIds } = context;
  const { roles } = context.settings;
  const { active = true } = request;
  const email = former?.email.toLowerCase() ?? storedEmail(request.email);
  const problem = emailDomainProblem(services, organisation, email);
  if (problem) throw invalidValue(`emails ${problem.message}.`);
  if (!former) await limitNewUsers(services, trx, organisation.id);
  const managerEmail = await findManagerEmail(trx, organisation.id, request.manager);
  const planned = planProvisionedFields({
    request,
    email,
    current: null,
    setFields: [],
    replaces: false,
    defaults,
    managerEmail,
    roles,
  });
  if (active) await requireFreeSeats(trx, organisation, 1);
  const role_id = roleIds.get(planned.role ?? defaults.role);
  if (role_id === undefined) throw new Error('the role is not in the database');
  const supervisor = planned.texts.supervisor ?? null;
  const form = { ...newTexts(planned.texts), supervisor, email, role_id, dept_lead: false };
  const { userId, events } = former
    ? { userId: former.id, events: await resetAccount(services, trx, organisation, former, form) }
    : await insertUser(services, trx, organisation, form);
  await trx
    .updateTable('ent_usr')
    .set({ is_disabled: !active, deprovisioned_at: active ? null : services.clock() })
    .where('id', '=', userId)
    .execute();
  const row = await insertProvisionedUser(services, trx, context, userId, request, {
    set_fields: planned.setFields,
    waiting_manager: managerEmail === null ? request.manager || null : null,
    managed_at: services.clock(),
  });
  const person = { id: userId, email, firstname: form.firstname };
  const owner = { ent_org_id: organisation.id, ent_usr_id: userId };
  await noteUnknownRole(trx, services.clock, owner, planned.unknownRole);
  await noteOutsideDomains(trx, services.clock, context, person);
  const { invited, notes } = active
    ? await inviteUnlessSignedOn(services, trx, organisation, person)
    : { invited: false, notes: [] };
  const target = { type: 'ent_usr', id: userId };
  const after = { ...form, ent_org_id: organisation.id, user_name: request.userName };
  const more = { ...(!active && { is_disabled: true }), ...(invited && { invited }) };
  const created: AuditEntry[] = former ? [] : [{ action: 'users:create', target, after: { ...after, ...more } }];
  const activated: AuditEntry[] =
    former && active
      ? [
          {
            action: 'users:activate',
            target,
            before: { is_disabled: true },
            after: { is_disabled: false, ...(invited && { invited }) },
          },
        ]
      : [];
  const arrived = await setWaitingManager(services, trx, row, email);
  const all = [...created, ...events, ...activated, ...arrived];
  return { id: row.id, events: all, notes: [...planned.notes, ...notes] };
}

async function insertUser(
  services: Services,
  trx: Transaction<Database>,
  organisation: LockedOrganisation,
  form: NewUserValues,
): Promise<{ userId: number; events: AuditEntry[] }> {
  const { ids, events } = await insertUsers(services, trx, organisation, [form]);
  const userId = ids.get(form.email);
  if (userId === undefined) throw notUnique('email address');
  return { userId, events };
}

/** Counts a new user; a request that fails later is not counted. Throws 429. */
async function limitNewUsers({ clock }: Services, trx: Transaction<Database>, organisationId: number): Promise<void> {
  const key = `scim:create:${organisationId}`;
  if (await tryCountAttempt(trx, clock, key, newUsers)) return;
  throw tooManyNewUsers(Math.ceil((await remainingBlockMs(trx, clock, key)) / secondMs));
}

/** Inserts the SCIM row of a user, with minimal values if the user is linked next. */
async function insertProvisionedUser(
  { clock }: Services,
  trx: Transaction<Database>,
  { organisation }: ProvisioningContext,
  ent_usr_id: number,
  { userName, externalId = null, other = {} }: NewProvisionedUser,
  more: { set_fields: string[]; waiting_manager: string | null; managed_at: Date | null } = {
    set_fields: [],
    waiting_manager: null,
    managed_at: null,
  },
) {
  await requireOwnNames(trx, organisation.id, { userName, externalId }, null);
  return trx
    .insertInto('scim_user')
    .values({
      id: randomUUID(),
      ent_org_id: organisation.id,
      ent_usr_id,
      user_name: userName,
      external_id: externalId,
      ...more,
      other: JSON.stringify(other),
      created_at: clock(),
      updated_at: clock(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
