import { reachesRole, scopeOf } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { reachFor, toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { seenUser } from '../core/access/visible-user.ts';
import { type AuditEntry, refusalOf } from '../core/base/audit-entry.ts';
import { audited, conflict, forbidden, refused } from '../core/base/failure.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { type HeldOrganisation, holdOrganisation } from '../core/database/lock-organisation.ts';
import { holdUser } from '../core/database/lock-user.ts';
import type { Database } from '../core/database/schema.ts';
import type { Done } from '../core/database/transaction.ts';
import { mailInvitation } from './new-users.ts';
import { refuseUnnominated } from './nominate.ts';
import { givenRole } from './roles.ts';
import { refuseStale } from './stale.ts';
import { readUserForm, type UserInput } from './user-form.ts';

/**
 * Lets somebody without organisation into the one that invited them, `ent_org_id` of the form, with the details of the form when nothing is known of them
 * yet; a link to set a password is mailed then. They stay without organisation. Nothing when this is not what the form is about: it is an ordinary change
 * then. Throws 403 for a role above the caller's and for whom they invited themselves, 409 when it was done already, 422.
 */
export async function mapExternal(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  userId: number,
  input: UserInput,
): Promise<Done<UserRow> | undefined> {
  const organisationId = toId(input.ent_org_id ?? 0);
  const scope = scopeOf(caller, 'users:mapExternal');
  if (scope === null || (scope === 'own' && caller.organisationId !== String(organisationId))) return undefined;
  if (!(await findMapped(trx, userId, organisationId))) return undefined;
  const organisation = await holdOrganisation(trx, organisationId);
  await holdUser(trx, userId);
  const was = await findMapped(trx, userId, organisationId);
  if (!organisation || !was || was.activated === false) return undefined;
  if (was.activated && was.role_id !== null) {
    if (scopeOf(caller, 'users:edit') === 'any') return undefined;
    throw conflict(texts.mappings.userMapped);
  }
  if (was.activated === null && was.requester_id === caller.userId) {
    const target = { type: 'user_mapping', id: was.mapping_id };
    throw audited(forbidden(), refusalOf('users:mapExternal', 'oneself', target));
  }
  if (organisation.is_disabled) throw refused('The organisation is disabled.');
  if (was.is_disabled) throw refused(texts.mappings.userInactive);
  const audit: AuditEntry[] = [];
  // Whatever is known of them was written for somebody else, whose it stays.
  if (was.role_id === null) audit.push(await complete(services, trx, caller, organisation, was, input));
  if (was.activated === null) {
    const values = { activated: true, updated_at: services.clock() };
    await trx.updateTable('user_mapping').set(values).where('id', '=', was.mapping_id).execute();
    const target = { type: 'user_mapping', id: was.mapping_id };
    audit.push({ action: 'users:mapExternal', target, before: { activated: null }, after: { activated: true } });
  }
  const user = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
  return { answer: was.role_id === null ? user : seenUser(reachFor(caller, 'users:mapExternal'), user), audit };
}

async function complete(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: HeldOrganisation,
  was: UserRow,
  input: UserInput,
): Promise<AuditEntry> {
  const target = { type: 'ent_usr', id: was.id };
  const role = await givenRole(trx, input.role_id);
  if (role.key && !reachesRole(caller.role, role.key))
    throw audited(forbidden(), refusalOf('users:mapExternal', 'level', target));
  const form = readUserForm(input, role, was);
  refuseUnnominated(caller, null, form.designation);
  refuseStale(was, input.expected_updated_at);
  await trx
    .updateTable('ent_usr')
    .set({ ...form, updated_at: services.clock() })
    .where('id', '=', was.id)
    .execute();
  await mailInvitation(services, trx, organisation, { id: was.id, email: was.email, firstname: form.firstname });
  return { action: 'users:mapExternal', target, after: { ...form } };
}

/** Somebody without organisation, and their mapping to one. */
const findMapped = (trx: Transaction<Database>, userId: number, organisationId: number) =>
  selectUsers(trx)
    .innerJoin('user_mapping', 'user_mapping.ent_usr_id', 'ent_usr.id')
    .select(['user_mapping.id as mapping_id', 'user_mapping.activated', 'user_mapping.requester_id'])
    .where('ent_usr.id', '=', userId)
    .where('ent_usr.ent_org_id', 'is', null)
    .where('user_mapping.mapped_org_id', '=', organisationId)
    .executeTakeFirst();
