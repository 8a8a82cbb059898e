import { organiserRole, roleLevel } from '@console/contract/access';
import { type RawBuilder, sql } from 'kysely';

/** Whether SCIM may read or write a user: a member of the organisation, not erased, no Administrator, Architect or unmanaged Organiser. */
export const isVisibleToProvider = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(
  ent_usr.ent_org_id = ${organisationId}::int and ent_usr.erased_at is null
  and coalesce((select level from role where role.id = ent_usr.role_id), ${roleLevel(organiserRole)}::int) >= ${roleLevel(organiserRole)}::int
  and not exists (select from scim_unmanaged
    where scim_unmanaged.ent_org_id = ${organisationId}::int and scim_unmanaged.ent_usr_id = ent_usr.id))`;
