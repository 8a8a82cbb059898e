import type { orgsPage } from '@console/contract/shapes';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Reach } from '../core/access/allowed-organisations.ts';
import { countedOrganisations, selectOrganisations } from '../core/database/ent-org.ts';
import { selectUsers, type UserRow } from '../core/database/ent-usr.ts';
import { type Cut, contains, type Direction, type Order, ordered, words } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';

/** What organisations can be ordered by. */
export type OrganisationOrder = NonNullable<z.output<(typeof orgsPage)['active_order_by']>>;

/** The organisations that `reach` covers. One outside of it is as unknown as one that does not exist. */
export function organisationsStore(db: Kysely<Database>, reach: Reach) {
  const visible = reach === 'any' ? sql<boolean>`true` : sql<boolean>`ent_org.id = ${reach.organisationId}`;

  return {
    /** An organisation with its counts, files, and single sign-on without its secret. */
    find: (id: number) => selectOrganisations(db, [id]).where(visible).executeTakeFirst(),

    /** The active or the disabled organisations that match, a page or all of them. */
    list: async (
      disabled: boolean,
      search: string | undefined,
      order: { by: OrganisationOrder; direction: Direction },
      { offset, limit }: Cut,
    ) => {
      if (limit === 0) return [];
      // Which first: what there is of the others is counted only when the order asks for it.
      const source = counted.has(order.by) ? countedOrganisations(db) : db.selectFrom('ent_org');
      const page = await source
        .select('ent_org.id')
        .where(visible)
        .where('ent_org.is_disabled', '=', disabled)
        .where(matching(search))
        .orderBy(ordered(orders[order.by], order.direction, 'ent_org.id'))
        .offset(offset)
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute();
      const ids = page.map(({ id }) => id);
      const rows = await selectOrganisations(db, ids).execute();
      const places = new Map(ids.map((id, place) => [id, place]));
      return rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
    },

    /** How many active and how many disabled organisations match. */
    count: (search: string | undefined) =>
      db
        .selectFrom('ent_org')
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('is_disabled', '=', false).as('active_count'),
          fn.countAll<number>().filterWhere('is_disabled', '=', true).as('disable_count'),
        ])
        .where(visible)
        .where(matching(search))
        .executeTakeFirstOrThrow(),

    /** The organisers of organisations that were found before, by their id. */
    organisersOf: async (rows: { organizer_id: number | null }[]): Promise<Map<number | null, UserRow>> => {
      const ids = rows.flatMap(({ organizer_id }) => organizer_id ?? []);
      if (ids.length === 0) return new Map();
      const users = await selectUsers(db).where(sql<boolean>`ent_usr.id = any(${ids}::int[])`).execute();
      return new Map(users.map((user) => [user.id, user]));
    },
  };
}

const matching = (search: string | undefined) =>
  search
    ? contains([sql.ref('ent_org.brandname'), sql.ref('ent_org.legalname'), sql.ref('ent_org.email_domain')], search)
    : sql<boolean>`true`;

const counted = new Set<OrganisationOrder>(['models', 'assessments', 'assessors', 'auditees']);

const total = (column: string): Order => ({ by: [sql`coalesce(${sql.ref(column)}, 0)`] });

const orders: Record<OrganisationOrder, Order> = {
  created_at: { by: [sql.ref('ent_org.created_at')] },
  updated_at: { by: [sql.ref('ent_org.updated_at')] },
  brandname: { by: [words('ent_org.brandname')] },
  models: total('models.total'),
  assessments: total('assessments.total'),
  assessors: total('people.assessors'),
  auditees: total('people.auditees'),
};
