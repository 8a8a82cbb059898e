import type { entUsr } from '@console/contract/shapes';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from './schema.ts';

/** Where a stored file is fetched. */
export const fileUrl = (id: string | null): string | null => (id === null ? null : `/files/${id}`);

/** Users with their role and their organisation's logo: what every call that tells of a user reads. Narrow it by organisation. */
export const selectUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select([
      'ent_usr.id',
      'ent_usr.firstname',
      'ent_usr.lastname',
      'ent_usr.email',
      'ent_usr.country_code',
      'ent_usr.mobile',
      'ent_usr.designation',
      'ent_usr.role_id',
      'role.label as role_label',
      'role.id_str as role_id_str',
      'ent_usr.dept_lead',
      'ent_usr.supervisor',
      'ent_usr.department_name',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id',
      'ent_org.logo_id',
      'ent_usr.created_at',
      'ent_usr.updated_at',
    ]);

/** A user as `selectUsers` reads it. */
export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

/** A user as the calls tell of it. */
export function toEntUsr({ role_label, role_id_str, logo_id, ...row }: UserRow): z.input<typeof entUsr> {
  return {
    ...row,
    role: row.role_id && role_label && role_id_str ? { id: row.role_id, name: role_label, idStr: role_id_str } : null,
    logo_url: null,
    ent_org: row.ent_org_id === null ? null : { logo_url: fileUrl(logo_id) },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
