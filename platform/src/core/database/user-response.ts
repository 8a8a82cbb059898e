import { type RoleKey, roleByName, scopeOf } from '@console/contract/access';
import { personTextFields } from '@console/contract/fields/person-fields';
import type { entUsr } from '@console/contract/shapes';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from './schema.ts';

export const fileUrl = (id: string | null): string | null => (id === null ? null : `/files/${id}`);

/** Whether a user has such a factor. The subquery looks each user up by index: with `exists` the planner reads the whole table. */
export const hasFactorIn = (table: 'app_factor' | 'passkey') =>
  sql<boolean | null>`coalesce((select true from ${sql.table(table)} where ent_usr_id = ent_usr.id limit 1), false)`;

export const hasAnyFactor = sql<boolean>`(${hasFactorIn('app_factor')} or ${hasFactorIn('passkey')})`;

/** Columns that the identity provider has set; null for a user that it does not manage. */
const scimFields = sql<string[] | null>`(select set_fields from scim_user
  inner join scim_setting on scim_setting.ent_org_id = scim_user.ent_org_id and scim_setting.enabled_at is not null
  where scim_user.ent_usr_id = ent_usr.id and scim_user.ent_org_id = ent_usr.ent_org_id
    and scim_user.managed_at is not null)`;

/** Query of users with role and logo, as all user shapes need them. Narrow the query by organisation. */
export const selectUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select([
      'ent_usr.id',
      ...personTextFields.map((field) => `ent_usr.${field}` as const),
      'ent_usr.role_id',
      'role.label as role_label',
      'role.id_str as role_id_str',
      'ent_usr.dept_lead',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id',
      'ent_org.logo_id',
      'ent_usr.created_at',
      'ent_usr.updated_at',
      'ent_usr.last_sign_in_at',
      'ent_usr.sign_in_blocked_at',
      // A user who has signed in without a password used single sign-on, and is no longer only invited.
      sql<boolean | null>`(ent_usr.password_hash is null and ent_usr.last_sign_in_at is null)`.as('is_invited'),
      scimFields.as('scim_fields'),
      hasFactorIn('app_factor').as('has_app'),
      hasFactorIn('passkey').as('has_passkey'),
    ]);

/** Search text of a user from its columns: name, email and department, folded. */
export const computedUserText = sql`user_folded_text(ent_usr.firstname, ent_usr.lastname, ent_usr.email, ent_usr.department_name)`;
/** Stored search text, computed for a row without it. */
export const userText = sql`coalesce(ent_usr.folded_text, ${computedUserText})`;

export type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

type Required = 'id' | 'email' | 'is_disabled' | 'ent_org_id';

/** A user with null in place of hidden fields. */
export type VisibleUser = Pick<UserRow, Required> & { [C in Exclude<keyof UserRow, Required>]: UserRow[C] | null };

/** Role of a user, null for an invited user without one. */
export const roleOf = ({ role_id_str, role_label }: Pick<VisibleUser, 'role_id_str' | 'role_label'>): RoleKey | null =>
  roleByName(role_id_str, role_label);

/** Users by id; null ids are left out. */
export async function findUsersById(
  db: Kysely<Database>,
  ids: readonly (number | null)[],
): Promise<Map<number | null, UserRow>> {
  const userIds = ids.filter((id) => id !== null);
  if (userIds.length === 0) return new Map();
  const users = await selectUsers(db).where(sql<boolean>`ent_usr.id = any(${userIds}::int[])`).execute();
  return new Map(users.map((user) => [user.id, user]));
}

export const reachesAll = (user: Parameters<typeof roleOf>[0]): boolean =>
  scopeOf({ role: roleOf(user) }, 'organisations:list') === 'any';

/** Name of a user for an organisation's readers. Users of other organisations who act for all organisations appear by role only. */
export function personName(
  user: Pick<UserRow, 'firstname' | 'lastname' | 'email' | 'ent_org_id' | 'role_label' | 'role_id_str'>,
  organisationId: number,
): string {
  if (user.ent_org_id !== organisationId && reachesAll(user)) return user.role_label ?? '';
  return [user.firstname, user.lastname].filter(Boolean).join(' ') || user.email;
}

export type UserResponse = z.input<typeof entUsr>;

/** REST shape of a user, without the second factors. */
export function toUserResponse(user: VisibleUser): UserResponse {
  const { role_label, role_id_str, logo_id, last_sign_in_at, is_invited, has_app, has_passkey, ...rest } = user;
  const { sign_in_blocked_at, scim_fields, ...row } = rest;
  return {
    ...row,
    role: row.role_id && role_label && role_id_str ? { id: row.role_id, name: role_label, idStr: role_id_str } : null,
    logo_url: null,
    ent_org: row.ent_org_id === null ? null : { logo_url: fileUrl(logo_id) },
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
    ...(last_sign_in_at && { last_sign_in_at: last_sign_in_at.toISOString() }),
    ...(is_invited !== null && { is_invited }),
    ...(sign_in_blocked_at && { sign_in_blocked_at: sign_in_blocked_at.toISOString() }),
    ...(scim_fields && { scim_fields }),
  };
}
