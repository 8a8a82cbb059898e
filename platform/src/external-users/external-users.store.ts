import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers } from '../core/database/user-answer.ts';
import { type ListDependencies, noOrganisationDependency } from '../core/http/list-version.ts';

/** A user with their organisation and their mapping to another one. */
export type ExternalUserRow = Awaited<ReturnType<ReturnType<typeof selectExternalUsers>['executeTakeFirstOrThrow']>>;

/** The list of an organisation's external users also depends on the users' own organisations. */
export const externalUserListDependencies = (organisationId: number): ListDependencies =>
  sql`select ${organisationId}::int
    union all select coalesce(ent_usr.ent_org_id, ${noOrganisationDependency})
    from user_mapping join ent_usr on ent_usr.id = user_mapping.ent_usr_id
    where mapped_org_id = ${organisationId}`;

/** External users of the allowed organisations. */
export function externalUsersStore(db: Kysely<Database>, allowed: AllowedOrganisations) {
  const inEveryState = selectExternalUsers(db).where(isInAllowedOrganisation(allowed, 'user_mapping.mapped_org_id'));
  const pendingOrAccepted = inEveryState.where('user_mapping.activated', 'is distinct from', false);

  return {
    list: (organisationId: number) =>
      pendingOrAccepted
        .where('user_mapping.mapped_org_id', '=', organisationId)
        .orderBy('user_mapping.updated_at', 'desc')
        .orderBy('user_mapping.id', 'desc')
        .execute(),

    find: (userId: number, organisationId: number, { rejected }: { rejected: boolean }) =>
      (rejected ? inEveryState : pendingOrAccepted)
        .where('user_mapping.ent_usr_id', '=', userId)
        .where('user_mapping.mapped_org_id', '=', organisationId)
        .executeTakeFirst(),
  };
}

/** External users, one row for each organisation that they are mapped to. */
export const selectExternalUsers = (db: Kysely<Database>) =>
  selectUsers(db)
    .innerJoin('user_mapping', 'user_mapping.ent_usr_id', 'ent_usr.id')
    .select([
      'user_mapping.id as mapping_id',
      'user_mapping.mapped_org_id',
      'user_mapping.activated',
      'user_mapping.status',
      'user_mapping.requester_id',
      'user_mapping.created_at as mapping_created_at',
      'user_mapping.updated_at as mapping_updated_at',
      'ent_org.brandname as home_name',
      'ent_org.is_disabled as home_disabled',
    ]);
