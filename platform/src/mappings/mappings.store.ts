import { type Kysely, sql } from 'kysely';
import type { Reach } from '../core/access/allowed-organisations.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';
import { nowhere, type Told } from '../core/http/list-version.ts';

/** A mapping of two organisations with their names. */
export type MappingRow = Awaited<ReturnType<ReturnType<typeof selectMappings>['executeTakeFirstOrThrow']>>;

/** What the lists of an organisation's mappings tell of: also the other parties, and people and organisers, of whatever organisation they are now. */
export const toldOfMappings = (organisationId: number): Told =>
  sql`select ${organisationId}::int
    union all select told.about
    from org_mapping
    join ent_org vendor on vendor.id = vendor_id
    join ent_org customer on customer.id = customer_id
    left join ent_usr on ent_usr.id in (requester_id, mapped_user_id, vendor.organizer_id, customer.organizer_id)
    cross join lateral (values (vendor_id), (customer_id), (coalesce(ent_org_id, ${nowhere}))) told (about)
    where ${partyIs(organisationId)}`;

/** The mappings that `reach` covers: those that an organisation is a party of. */
export function mappingsStore(db: Kysely<Database>, reach: Reach) {
  const visible = reach === 'any' ? sql<boolean>`true` : partyIs(reach.organisationId);
  const list = (organisationId: number) =>
    selectMappings(db)
      .where(visible)
      .where(partyIs(organisationId))
      .orderBy('org_mapping.updated_at', 'desc')
      .orderBy('org_mapping.id', 'desc');

  return {
    accepted: (organisationId: number) => list(organisationId).where('org_mapping.activated', '=', true).execute(),

    /** The undecided ones, and the rejected ones that the organisation had asked for. */
    pending: (organisationId: number) =>
      list(organisationId)
        .where((or) =>
          or.or([
            or('org_mapping.activated', 'is', null),
            or.and([
              or('org_mapping.activated', '=', false),
              or('org_mapping.requested_by_org_id', '=', organisationId),
            ]),
          ]),
        )
        .execute(),

    /** The living mapping of a pair, whichever is the vendor. */
    between: (one: number, other: number) =>
      selectMappings(db)
        .where(visible)
        .where('org_mapping.vendor_id', 'in', [one, other])
        .where('org_mapping.customer_id', 'in', [one, other])
        .where('org_mapping.activated', 'is distinct from', false)
        .executeTakeFirst(),
  };
}

/** Mappings with the names of both parties. */
export const selectMappings = (db: Kysely<Database>) =>
  db
    .selectFrom('org_mapping')
    .innerJoin('ent_org as vendor', 'vendor.id', 'org_mapping.vendor_id')
    .innerJoin('ent_org as customer', 'customer.id', 'org_mapping.customer_id')
    .selectAll('org_mapping')
    .select([
      'vendor.brandname as vendor_name',
      'vendor.is_disabled as vendor_disabled',
      'vendor.organizer_id as vendor_organizer_id',
      'customer.brandname as customer_name',
      'customer.is_disabled as customer_disabled',
      'customer.organizer_id as customer_organizer_id',
    ]);

const partyIs = (organisationId: number) =>
  sql<boolean>`(org_mapping.vendor_id = ${organisationId} or org_mapping.customer_id = ${organisationId})`;

/** What one organisation may know of others. */
export const findOrganisation = (db: Kysely<Database>, id: number) =>
  db.selectFrom('ent_org').select(['id', 'brandname']).where('id', '=', id).executeTakeFirst();

/** Users by their ids. */
export async function usersById(db: Kysely<Database>, ids: (number | null)[]): Promise<Map<number | null, UserRow>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const users = await selectUsers(db).where(sql<boolean>`ent_usr.id = any(${known}::int[])`).execute();
  return new Map(users.map((user) => [user.id, user]));
}
