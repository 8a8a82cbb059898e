import { type SearchWord, searchWords } from '@console/contract/fields/search-text';
import type { lists } from '@console/contract/lists';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { ListFilters } from '../core/base/parse-filters.ts';
import { Keyset, type SortDirection, type SortOrder } from '../core/database/keyset.ts';
import {
  allOf,
  containsWord,
  containsWords,
  cutPage,
  type FilterConditions,
  foldedTextOf,
  matchingAll,
  orderedIds,
  type Page,
  type PageRange,
} from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers, userText } from '../core/database/user-response.ts';
import { organisationText } from '../organisations/organisation-response.ts';
import { userOrders } from '../users/users.store.ts';

export type ExternalUserRow = Awaited<ReturnType<ReturnType<typeof selectExternalUsers>['executeTakeFirstOrThrow']>>;

export type ExternalUserFilter = ListFilters<typeof lists.external_users>;

interface Order {
  by: ExternalUserOrder;
  direction: SortDirection;
}

type Orders = (typeof lists.external_users)['orders'];
type ExternalUserOrder = Orders[keyof Orders];

export const externalUserOrders: Record<ExternalUserOrder, SortOrder> = {
  updated_at: { by: [sql.ref('user_mapping.updated_at')], type: 'timestamptz' },
  name: userOrders.name,
  email: userOrders.email,
};

/** External users of the allowed organisations. The filter `invitedByViewer` requires the caller. */
export function externalUsersStore(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  callerId: number | null = null,
) {
  const inEveryState = selectExternalUsers(db).where(isInAllowedOrganisation(allowed, 'user_mapping.mapped_org_id'));
  const pendingOrAccepted = inEveryState.where('user_mapping.activated', 'is distinct from', false);

  const ofOrganisation = (organisationId: number) =>
    pendingOrAccepted.where('user_mapping.mapped_org_id', '=', organisationId);
  // Outer joins, because the database leaves out those that neither filter nor order uses.
  const matchingIds = (organisationId: number, filter: ExternalUserFilter) =>
    db
      .selectFrom('user_mapping')
      .leftJoin('ent_usr', 'ent_usr.id', 'user_mapping.ent_usr_id')
      .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
      .select('user_mapping.ent_usr_id as id')
      .where(isInAllowedOrganisation(allowed, 'user_mapping.mapped_org_id'))
      .where('user_mapping.mapped_org_id', '=', organisationId)
      .where('user_mapping.activated', 'is distinct from', false)
      .where(matchingAll(conditionsOf(callerId), filter));

  return {
    list: (organisationId: number) =>
      ofOrganisation(organisationId)
        .orderBy('user_mapping.updated_at', 'desc')
        .orderBy('user_mapping.id', 'desc')
        .execute(),

    page: async (
      organisationId: number,
      filter: ExternalUserFilter,
      order: Order,
      page: PageRange,
    ): Promise<Page<ExternalUserRow>> => {
      const { offset, limit = 0, last } = page;
      if (limit === 0) return { rows: [] };
      const keyset = keysetOf(order);
      const ids = matchingIds(organisationId, filter);
      const inPage = ids
        .where(keyset.within(page))
        .orderBy(keyset.orderBy(last))
        .offset(offset)
        .limit(limit + 1);
      const rows = await ofOrganisation(organisationId)
        .where('user_mapping.ent_usr_id', 'in', inPage)
        .orderBy(keyset.orderBy())
        .execute();
      return cutPage(rows, page, keyset, ids);
    },

    count: async (organisationId: number, filter: ExternalUserFilter): Promise<number> => {
      const { count } = await matchingIds(organisationId, filter)
        .clearSelect()
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    ids: (organisationId: number, filter: ExternalUserFilter, order: Order, limit: number): Promise<Int32Array> =>
      orderedIds(db, matchingIds(organisationId, filter), keysetOf(order), limit),

    byIds: (organisationId: number, ids: readonly number[]): Promise<ExternalUserRow[]> =>
      ofOrganisation(organisationId).where(sql<boolean>`ent_usr.id = any(${ids}::int[])`).execute(),

    find: (userId: number, organisationId: number, { rejected }: { rejected: boolean }) =>
      (rejected ? inEveryState : pendingOrAccepted)
        .where('user_mapping.ent_usr_id', '=', userId)
        .where('user_mapping.mapped_org_id', '=', organisationId)
        .executeTakeFirst(),
  };
}

const keysetOf = ({ by, direction }: Order) => new Keyset(externalUserOrders[by], direction, 'user_mapping.ent_usr_id');

const conditionsOf = (callerId: number | null): FilterConditions<ExternalUserFilter> => ({
  search: (search) => search && matchesSearch(search),
  states: (states) => sql`(case when activated then 'accepted' else 'pending' end) = any(${states}::text[])`,
  updatedSince: (since) => sql`user_mapping.updated_at >= ${since}::timestamptz`,
  invitedByViewer: (own) => sql`coalesce(requester_id = ${callerId}::int, false) = ${own}`,
});

/** The stored folded texts contain more columns than the search, so they only rule out most rows. */
const matchesSearch = (search: string) => {
  const words = searchWords(search);
  const mayHave = (spellings: SearchWord) =>
    sql<boolean>`(${containsWord(userText, spellings)} or ${containsWord(organisationText, spellings)})`;
  return allOf([...words.map(mayHave), containsWords(foldedTextOf(searched), words)]);
};

const searched = [
  sql`concat_ws(' ', ent_usr.firstname, ent_usr.lastname)`,
  sql.ref('ent_usr.email'),
  sql.ref('ent_org.brandname'),
];

/** External users, one row per organisation. */
export const selectExternalUsers = (db: Kysely<Database>) =>
  selectUsers(db)
    .innerJoin('user_mapping', 'user_mapping.ent_usr_id', 'ent_usr.id')
    .select([
      'user_mapping.id as mapping_id',
      'user_mapping.mapped_org_id',
      'user_mapping.activated',
      'user_mapping.status',
      'user_mapping.requester_id',
      'user_mapping.modules',
      'user_mapping.created_at as mapping_created_at',
      'user_mapping.updated_at as mapping_updated_at',
      'ent_org.brandname as home_name',
      'ent_org.is_disabled as home_disabled',
      sql<boolean>`exists (select from invitation where invitation.ent_usr_id = ent_usr.id
        and invitation.ent_org_id = user_mapping.mapped_org_id and invitation.kind = 'external_user'
        and invitation.voided_at is not null)`.as('is_voided'),
    ]);
