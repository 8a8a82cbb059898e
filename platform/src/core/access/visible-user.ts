import { type PersonTextField, personField, personTextFields } from '@console/contract/fields/person-fields';
import { type RawBuilder, sql } from 'kysely';
import {
  reachesAll,
  toUserResponse,
  type UserResponse,
  type UserRow,
  type VisibleUser,
} from '../database/user-response.ts';
import { type AllowedOrganisations, isAllowedOrganisation, isOfAll } from './allowed-organisations.ts';

const textsWith = (property: 'visibleToOthers' | 'visibleWithoutHome'): PersonTextField[] =>
  personTextFields.filter((field) => personField(field)[property]);

/** Columns that other organisations see, besides the texts of the fields table. A new column stays hidden until it is added. */
const visibleToOthers: readonly string[] = [
  ...textsWith('visibleToOthers'),
  ...(['id', 'is_disabled', 'ent_org_id', 'logo_id'] satisfies (keyof UserRow)[]),
];

/** Columns of a user without a home organisation: the organisation that invites the user fills in these details. */
const visibleWithoutHome: readonly string[] = [
  ...visibleToOthers,
  ...textsWith('visibleWithoutHome'),
  ...(['role_id', 'role_label', 'role_id_str', 'dept_lead', 'created_at', 'updated_at'] satisfies (keyof UserRow)[]),
];

export const isRoleVisibleTo = (organisationId: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(ent_usr.ent_org_id is null or ent_usr.ent_org_id = ${organisationId})`;

export function visibleUser<Row extends UserRow>(allowed: AllowedOrganisations, user: Row): VisibleUser {
  if (isAllowedOrganisation(allowed, user.ent_org_id)) return user;
  const visible = user.ent_org_id === null ? visibleWithoutHome : visibleToOthers;
  const columns = Object.entries(user).map(([column, value]) => [column, visible.includes(column) ? value : null]);
  return Object.fromEntries(columns) as VisibleUser;
}

export const toVisibleUserResponse = (allowed: AllowedOrganisations, user: UserRow | undefined): UserResponse | null =>
  user ? toUserResponse(visibleUser(allowed, user)) : null;

/** User who acted for an organisation; null once the user moved to an organisation that the caller may not read. */
export const toRequesterResponse = (
  allowed: AllowedOrganisations,
  organisationId: number | null,
  user: UserRow | undefined,
): UserResponse | null =>
  isOfAll(allowed) ||
  isAllowedOrganisation(allowed, user?.ent_org_id) ||
  user?.ent_org_id === organisationId ||
  (user && reachesAll(user))
    ? toVisibleUserResponse(allowed, user)
    : null;
