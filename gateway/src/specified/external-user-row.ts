import { idOf, isoTimeOf, recordOf, type UserBody, userOf } from '../product-api/shape.ts';
import { type MappingBody, mappingStateOf, organisationRefOf } from './mapping-row.ts';
import type { MappingState, OrganisationRef } from './mapping-shapes.ts';

export type UserMapping = Pick<
  MappingBody,
  'activated' | 'status' | 'updated_at' | 'requester' | 'show_activate_deactivate_button'
> & { home?: unknown; must_resend?: unknown; modules?: unknown };

export interface ListedExternalUser {
  id: string;
  organisationId: string;
  user: UserBody;
  homeOrganisation: OrganisationRef | null;
  state: MappingState;
  at: string | null;
  mapping: UserMapping;
}

export function externalUserIn(value: unknown): UserBody | null {
  const row = recordOf(value);
  return userOf(row.user) ?? userOf(row.mapped_user) ?? userOf(row.ent_usr) ?? userOf(row);
}

export function externalUserRowOf(value: unknown, organisationId: string): ListedExternalUser | null {
  const row = recordOf(value);
  const user = externalUserIn(row);
  const requester = row.requester ?? { id: row.requester_id };
  return user && listedExternalUser(user, { ...row, home: row.home_org ?? row.vendor, requester }, organisationId);
}

export const listedExternalUser = (
  user: UserBody,
  mapping: UserMapping,
  organisationId: string,
): ListedExternalUser => ({
  id: `${organisationId}:${idOf(user.id)}`,
  organisationId,
  user,
  homeOrganisation: organisationRefOf(mapping.home) ?? organisationRefOf(user.ent_org, user.ent_org_id),
  state: mappingStateOf(mapping),
  at: isoTimeOf(mapping.updated_at),
  mapping,
});
