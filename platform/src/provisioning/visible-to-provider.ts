import { organiserRole, roleLevel } from '@console/contract/access';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether SCIM of an organisation sees a row of `ent_usr`: a user of the organisation who was not erased, but never an Administrator or Architect, nor an Organiser who is not managed.
 * Everything that SCIM reads or writes asks here.
 */
export const isVisibleToProvider = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(
  ent_usr.ent_org_id = ${organisationId}::int and ent_usr.erased_at is null
  and coalesce((select level from role where role.id = ent_usr.role_id), ${roleLevel(organiserRole)}::int) >= ${roleLevel(organiserRole)}::int
  and not exists (select from scim_unmanaged
    where scim_unmanaged.ent_org_id = ${organisationId}::int and scim_unmanaged.ent_usr_id = ent_usr.id))`;
