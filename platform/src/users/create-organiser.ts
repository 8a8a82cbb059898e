import { isOrganiserOrHigher, type RoleKey, reachesRole } from '@console/contract/access';
import { sql, type Transaction } from 'kysely';
import { toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type Attempt, made, madeBefore } from '../core/access/idempotency.ts';
import type { Services } from '../core/access/services.ts';
import { guardToken } from '../core/access/token-attempts.ts';
import { findToken, useUpToken } from '../core/access/user-tokens.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, forbidden, invalid, refused, tokenInvalid } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { type HeldOrganisation, holdOrganisation } from '../core/database/lock-organisation.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import { act, type Done } from '../core/database/transaction.ts';
import { addNewUser } from './create-user.ts';
import { refuseHeldDesignation } from './designations.ts';
import { mailInvitation } from './new-users.ts';
import { type GivenRole, givenRole, readRoles, roleOf } from './roles.ts';
import { readNewUserForm, type UserInput } from './user-form.ts';
import { refuseForeign, refuseUnusable } from './whose.ts';

const kinds = ['onboarding'] as const;

/**
 * Makes the invited person the organiser of the organisation that they have brought on board, uses the token up and mails a link to set a password.
 * Throws 422 TOKEN_INVALID, 422 with texts by field, and 429 after too many wrong tokens.
 */
export async function completeOrganiser(
  services: Services,
  { address, requestId, token }: { address: string; requestId: string; token: string },
  input: UserInput,
): Promise<UserRow> {
  const seen = await guardToken(services, address, () => findToken(services, services.db, token, kinds));
  if (!seen) throw tokenInvalid();
  const userId = seen.ent_usr_id;
  const organisationId = seen.ent_org_id === null ? null : String(seen.ent_org_id);
  return act(services, { userId, organisationId, via: 'public', requestId }, async (trx) => {
    const organisation = await holdOrganisation(trx, seen.ent_org_id ?? 0);
    await holdUser(trx, userId);
    const invited = await findToken(services, trx, token, kinds);
    if (!invited) throw tokenInvalid();
    if (!organisation) throw refused('The organisation is not there yet.');
    const email = input.email?.trim().toLowerCase();
    if (email && email !== invited.email.toLowerCase())
      throw invalid({ email: ['must be the email that was invited'] });
    const role = await organiserRole(trx);
    const done = await complete(services, trx, organisation, userId, { ...input, email: invited.email }, role);
    await useUpToken(services, trx, invited);
    return done;
  }).catch(refuseHeldDesignation);
}

/**
 * Creates the organiser of an organisation that has none. Throws 403, 404 for another organisation, 422 with texts by field, USER_LIMIT_REACHED or
 * IDEMPOTENCY_CONFLICT.
 */
export const createOrganiser = (
  services: Services,
  caller: Caller,
  requestId: string,
  { input, attempt }: { input: UserInput; attempt: Attempt | undefined },
): Promise<UserRow> =>
  act(services, { ...caller, requestId }, async (trx) => {
    const organisationId = toId(input.ent_org_id ?? caller.organisationId ?? 0);
    refuseForeign(caller, 'organisations:edit', organisationId);
    const before = await madeBefore(trx, services.clock(), attempt);
    if (before !== null) return { answer: await userOf(trx, before), audit: null };
    const organisation = refuseUnusable(await holdOrganisation(trx, organisationId));
    if (organisation.organizer_id !== null) throw refused('The organisation has an organiser already.');
    const role = input.role_id == null ? await organiserRole(trx) : await givenRole(trx, input.role_id);
    const level = { type: 'ent_org', id: organisationId };
    if (role.key && !reachesRole(caller.role, role.key))
      throw audited(forbidden(), refusalOf('organisations:edit', 'level', level));
    if (role.key && !isOrganiserOrHigher(role.key)) throw invalid({ role_id: ['must be Organiser or higher'] });
    const stub = await findStub(trx, organisationId, input.email);
    const done = stub
      ? await complete(services, trx, organisation, stub.id, input, role)
      : await add(services, trx, organisation, input, role);
    await made(trx, attempt, done.answer.id);
    return done;
  }).catch(refuseHeldDesignation);

async function add(
  services: Services,
  trx: Transaction<Database>,
  organisation: HeldOrganisation,
  input: UserInput,
  role: GivenRole,
): Promise<Done<UserRow>> {
  const form = readNewUserForm(input, role);
  const { id } = await addNewUser(services, trx, organisation, form);
  return appoint(services, trx, organisation, id, { ...form, ent_org_id: organisation.id });
}

/** Gives somebody who was invited the details of the form, and mails a link to set a password. */
async function complete(
  services: Services,
  trx: Transaction<Database>,
  organisation: HeldOrganisation,
  userId: number,
  input: UserInput,
  role: GivenRole,
): Promise<Done<UserRow>> {
  await holdUser(trx, userId);
  const { email, ...form } = readNewUserForm(input, role);
  await trx
    .updateTable('ent_usr')
    .set({ ...form, updated_at: services.clock() })
    .where('id', '=', userId)
    .execute();
  await mailInvitation(services, trx, organisation, { id: userId, email, firstname: form.firstname });
  return appoint(services, trx, organisation, userId, form);
}

async function appoint(
  { clock }: Services,
  trx: Transaction<Database>,
  organisation: HeldOrganisation,
  userId: number,
  form: object,
): Promise<Done<UserRow>> {
  const values = { organizer_id: userId, updated_at: clock() };
  await trx.updateTable('ent_org').set(values).where('id', '=', organisation.id).execute();
  const entry = (type: string, id: number, after: object) => ({
    action: 'organisations:createOrganiser',
    target: { type, id },
    after: { ...after },
  });
  const audit = [entry('ent_usr', userId, form), entry('ent_org', organisation.id, { organizer_id: userId })];
  return { answer: await userOf(trx, userId), audit };
}

async function organiserRole(trx: Transaction<Database>): Promise<GivenRole> {
  const key: RoleKey = 'ORGANISER';
  return { id: [...(await readRoles(trx))].find(([, name]) => name === key)?.[0], key };
}

/** Somebody who has brought the organisation on board and was never completed. */
async function findStub(trx: Transaction<Database>, organisationId: number, email: string | null | undefined) {
  const user = await selectUsers(trx)
    .where(sql<boolean>`lower(ent_usr.email) = ${email?.trim().toLowerCase() ?? ''}`)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .executeTakeFirst();
  return user && roleOf(user) === null && !user.is_disabled ? user : undefined;
}

const userOf = (trx: Transaction<Database>, id: number) =>
  selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();
