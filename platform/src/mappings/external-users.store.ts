import { type Kysely, sql } from 'kysely';
import type { Reach } from '../core/access/allowed-organisations.ts';
import { selectUsers } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';
import { nowhere, type Told } from '../core/http/list-version.ts';

/** A user, the organisation that they are of, and their mapping to another one. */
export type ExternalUserRow = Awaited<ReturnType<ReturnType<typeof selectExternalUsers>['executeTakeFirstOrThrow']>>;

/** What the lists of an organisation's external users tell of: also them, and the organisations that they are of. */
export const toldOfExternal = (organisationId: number): Told =>
  sql`select ${organisationId}::int
    union all select coalesce(ent_usr.ent_org_id, ${nowhere})
    from user_mapping join ent_usr on ent_usr.id = user_mapping.ent_usr_id
    where mapped_org_id = ${organisationId}`;

/** The external users of the organisations that `reach` covers. */
export function externalUsersStore(db: Kysely<Database>, reach: Reach) {
  const visible =
    reach === 'any' ? sql<boolean>`true` : sql<boolean>`user_mapping.mapped_org_id = ${reach.organisationId}`;
  const living = selectExternalUsers(db).where(visible).where('user_mapping.activated', 'is distinct from', false);

  return {
    /** The accepted and the undecided ones of an organisation. */
    list: (organisationId: number) =>
      living
        .where('user_mapping.mapped_org_id', '=', organisationId)
        .orderBy('user_mapping.updated_at', 'desc')
        .orderBy('user_mapping.id', 'desc')
        .execute(),

    find: (userId: number, organisationId: number) =>
      living
        .where('user_mapping.ent_usr_id', '=', userId)
        .where('user_mapping.mapped_org_id', '=', organisationId)
        .executeTakeFirst(),
  };
}

/** External users, once for each organisation that they are mapped to. */
export const selectExternalUsers = (db: Kysely<Database>) =>
  selectUsers(db)
    .innerJoin('user_mapping', 'user_mapping.ent_usr_id', 'ent_usr.id')
    .select([
      'user_mapping.id as mapping_id',
      'user_mapping.mapped_org_id',
      'user_mapping.activated',
      'user_mapping.requester_id',
      'user_mapping.created_at as mapping_created_at',
      'user_mapping.updated_at as mapping_updated_at',
      'ent_org.brandname as home_name',
      'ent_org.is_disabled as home_disabled',
    ]);
