import type { RoleKey } from '@console/contract/access';
import { defaultDepartment, notSetText } from '@console/contract/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';

export interface ProvisioningSettings {
  /** Null while provisioning is off. */
  enabledAt: Date | null;
  /** User who turned provisioning on. Null while it is off, and if that user was deleted. */
  enabledBy: number | null;
  defaultRole: RoleKey;
  defaultDesignation: string;
  defaultDepartment: string;
  /** An email address; null for the organisation's organiser. */
  defaultSupervisor: string | null;
  /** Roles by values of `roles`. */
  roles: ReadonlyMap<string, RoleKey>;
  /** Organisers excluded from provisioning. */
  unmanagedUserIds: readonly number[];
  lastRequestAt: Date | null;
  deactivationsConfirmedAt: Date | null;
  updatedAt: Date | null;
}

export async function readProvisioningSettings(
  db: Kysely<Database>,
  organisationId: number,
): Promise<ProvisioningSettings> {
  const of = (table: 'scim_role' | 'scim_unmanaged' | 'scim_setting') =>
    db.selectFrom(table).where(`${table}.ent_org_id`, '=', organisationId);
  const row = await of('scim_setting').selectAll('scim_setting').executeTakeFirst();
  const roles = await of('scim_role').select(['scim_role.value', 'scim_role.role']).execute();
  const unmanaged = await of('scim_unmanaged')
    .select('scim_unmanaged.ent_usr_id')
    .orderBy('scim_unmanaged.ent_usr_id')
    .execute();
  return {
    enabledAt: row?.enabled_at ?? null,
    enabledBy: row?.enabled_by ?? null,
    defaultRole: row?.default_role ?? 'AUDITEE',
    defaultDesignation: row?.default_designation ?? notSetText,
    defaultDepartment: row?.default_department ?? defaultDepartment,
    defaultSupervisor: row?.default_supervisor ?? null,
    roles: new Map(roles.map(({ value, role }) => [value, role])),
    unmanagedUserIds: unmanaged.map(({ ent_usr_id }) => ent_usr_id),
    lastRequestAt: row?.last_request_at ?? null,
    deactivationsConfirmedAt: row?.deactivations_confirmed_at ?? null,
    updatedAt: row?.updated_at ?? null,
  };
}
