import type { RoleKey } from '@console/contract/access';
import { sql, type Transaction } from 'kysely';
import { type LockedOrganisation, lockOrganisation, requireEnabledOrganisation } from '../core/access/locks.ts';
import type { Database } from '../core/database/schema.ts';
import { readNamedRoles } from '../users/roles.ts';
import type { ProvisioningDefaults } from './plan-fields.ts';
import { type ProvisioningSettings, readProvisioningSettings } from './provisioning-settings.store.ts';
import { notUnique, revokedKey } from './scim/refusals.ts';
import { ScimError } from './scim/scim-error.ts';
import type { ScimActor } from './scim/scim-user.ts';

/** Data of the organisation for a provisioning write. The write locks the organisation, so that writes are sequential. */
export interface ProvisioningContext {
  organisation: LockedOrganisation;
  settings: ProvisioningSettings;
  roleIds: ReadonlyMap<RoleKey, number>;
  defaults: ProvisioningDefaults;
}

/** Locks the provider's organisation. Throws 401 for a key that was revoked before the lock, 403 while the organisation or provisioning is turned off. */
export async function lockProvisioningContext(
  trx: Transaction<Database>,
  { organisationId, apiKeyId }: ScimActor,
): Promise<ProvisioningContext> {
  const organisation = requireEnabledOrganisation(await lockOrganisation(trx, Number(organisationId)));
  const key = await trx.selectFrom('api_key').select('revoked_at').where('id', '=', apiKeyId).executeTakeFirst();
  if (key?.revoked_at !== null) throw revokedKey;
  const settings = await readProvisioningSettings(trx, organisation.id);
  if (settings.enabledAt === null) throw new ScimError(403, 'Provisioning is turned off.');
  const named = await readNamedRoles(trx);
  const organiser = await trx
    .selectFrom('ent_usr')
    .select('email')
    .where('id', '=', organisation.organizer_id ?? 0)
    .executeTakeFirst();
  return {
    organisation,
    settings,
    roleIds: new Map(named.flatMap(({ id, key }) => (key ? [[key, id] as const] : []))),
    defaults: {
      designation: settings.defaultDesignation,
      department_name: settings.defaultDepartment,
      supervisor: settings.defaultSupervisor ?? organiser?.email ?? null,
      role: settings.defaultRole,
    },
  };
}

/** Throws 409 if another managed user has the name or id; a user who was only looked up gives up their name. */
export async function requireOwnNames(
  trx: Transaction<Database>,
  organisationId: number,
  { userName, externalId }: { userName: string; externalId: string | null },
  ownId: string | null,
): Promise<void> {
  const others = await trx
    .selectFrom('scim_user')
    .select(['id', 'external_id', 'managed_at'])
    .where('ent_org_id', '=', organisationId)
    .where(sql<boolean>`(lower(user_name) = lower(${userName}) or external_id = ${externalId})`)
    .where(sql<boolean>`id is distinct from ${ownId}::uuid`)
    .execute();
  const managed = others.find(({ managed_at }) => managed_at !== null);
  if (managed)
    throw notUnique(managed.external_id !== null && managed.external_id === externalId ? 'externalId' : 'userName');
  for (const { id } of others) await trx.deleteFrom('scim_user').where('id', '=', id).execute();
}

/** Email of an existing manager, by SCIM id or, for providers that create the manager later, by the provider's own id. */
export async function findManagerEmail(
  trx: Transaction<Database>,
  organisationId: number,
  manager: string | null | undefined,
): Promise<string | null> {
  if (!manager) return null;
  const found = await trx
    .selectFrom('scim_user')
    .innerJoin('ent_usr', 'ent_usr.id', 'scim_user.ent_usr_id')
    .select('ent_usr.email')
    .where('scim_user.ent_org_id', '=', organisationId)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where(sql<boolean>`(scim_user.id = ${uuidOf(manager)}::uuid or scim_user.external_id = ${manager})`)
    .executeTakeFirst();
  return found?.email ?? null;
}

/** A text as a UUID, null if it is not one. */
export const uuidOf = (text: string): string | null =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : null;
