import type { AttentionKind } from '@console/contract/attention';
import { searchWords } from '@console/contract/fields/search-text';
import type { lists } from '@console/contract/lists';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { ListFilters } from '../core/base/parse-filters.ts';
import { Keyset, type SortDirection, type SortOrder } from '../core/database/keyset.ts';
import {
  allOf,
  collated,
  containsWords,
  cutPage,
  inOrderOf,
  matchingAll,
  orderedIds,
  type Page,
  type PageRange,
} from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, type UserRow } from '../core/database/user-response.ts';
import { type AttentionScope, needsAttention } from '../overview/attention.ts';
import {
  type OrganisationRow,
  organisationsWithCounts,
  organisationText,
  selectOrganisations,
  selectTotals,
} from './organisation-response.ts';

type Orders = (typeof lists.organisations)['orders'];
export type OrganisationOrder = Orders[keyof Orders];
export type OrganisationFilter = Omit<ListFilters<typeof lists.organisations>, 'attention'> & {
  attention?: { kind: AttentionKind; scope: AttentionScope } | undefined;
};

export function organisationsStore(db: Kysely<Database>, allowed: AllowedOrganisations) {
  const visible = isInAllowedOrganisation(allowed, 'ent_org.id');
  const matching = matchingIn(db);
  // Selects ids first, so that counts of other organisations are needed only for ordering.
  const idsOf = (filter: OrganisationFilter, by: OrganisationOrder) => {
    const source = counted.has(by) ? organisationsWithCounts(db) : db.selectFrom('ent_org');
    return source.select('ent_org.id').where(visible).where(matching(filter));
  };

  return {
    find: (id: number) => selectOrganisations(db, [id]).where(visible).executeTakeFirst(),

    list: async (
      filter: OrganisationFilter,
      order: { by: OrganisationOrder; direction: SortDirection },
      page: PageRange,
    ): Promise<Page<OrganisationRow>> => {
      const { offset, limit, last } = page;
      if (limit === 0) return { rows: [] };
      const keyset = new Keyset(organisationOrders[order.by], order.direction, 'ent_org.id');
      const all = idsOf(filter, order.by);
      const inPage = await all
        .where(keyset.within(page))
        .orderBy(keyset.orderBy(last))
        .offset(offset)
        .$if(limit !== undefined, (query) => query.limit((limit ?? 0) + 1))
        .execute();
      const ids = (last ? inPage.toReversed() : inPage).map(({ id }) => id);
      const rows = await selectOrganisations(db, ids).execute();
      return cutPage(inOrderOf(ids, rows), page, keyset, all);
    },

    ids: (
      filter: OrganisationFilter,
      order: { by: OrganisationOrder; direction: SortDirection },
      limit: number,
    ): Promise<Int32Array> => {
      const keyset = new Keyset(organisationOrders[order.by], order.direction, 'ent_org.id');
      return orderedIds(db, idsOf(filter, order.by), keyset, limit);
    },

    byIds: (ids: number[]): Promise<OrganisationRow[]> => selectOrganisations(db, ids).where(visible).execute(),

    count: (filter: OrganisationFilter) =>
      db
        .selectFrom('ent_org')
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('is_disabled', '=', false).as('active_count'),
          fn.countAll<number>().filterWhere('is_disabled', '=', true).as('disable_count'),
        ])
        .where(visible)
        .where(matching(filter))
        .executeTakeFirstOrThrow(),

    totals: (filter: OrganisationFilter) => selectTotals(db, allOf([visible, matching(filter)])),

    findOrganisers: (rows: { organizer_id: number | null }[]): Promise<Map<number | null, UserRow>> =>
      findUsersById(
        db,
        rows.map(({ organizer_id }) => organizer_id),
      ),
  };
}

const matchingIn = (db: Kysely<Database>) => (filter: OrganisationFilter) =>
  matchingAll<OrganisationFilter>(
    {
      search: (search) => search && containsWords(organisationText, searchWords(search)),
      state: (state) => sql<boolean>`ent_org.is_disabled = ${sql.lit(state === 'disabled')}`,
      updatedSince: (since) => sql<boolean>`ent_org.updated_at >= ${since}::timestamptz`,
      attention: ({ kind, scope }) => needsAttention(db, scope, kind),
    },
    filter,
  );

const counted = new Set<OrganisationOrder>(['models', 'assessments', 'assessors', 'auditees']);

const total = (column: string): SortOrder => ({ by: [sql`coalesce(${sql.ref(column)}, 0)`], type: 'int' });

export const organisationOrders: Record<OrganisationOrder, SortOrder> = {
  created_at: { by: [sql.ref('ent_org.created_at')], type: 'timestamptz' },
  updated_at: { by: [sql.ref('ent_org.updated_at')], type: 'timestamptz' },
  brandname: { by: [collated('ent_org.brandname')], type: 'text' },
  models: total('models.total'),
  assessments: total('assessments.total'),
  assessors: total('people.assessors'),
  auditees: total('people.auditees'),
};
