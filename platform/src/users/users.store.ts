import { foldText, hasWords, type SearchWord, searchWords } from '@console/contract/fields/search-text';
import type { lists } from '@console/contract/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { ListFilters } from '../core/base/parse-filters.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import { Keyset, type SortDirection, type SortOrder } from '../core/database/keyset.ts';
import {
  allOf,
  collated,
  containsWord,
  cutPage,
  type FilterConditions,
  matchingAll,
  orderedIds,
  type Page,
  type PageRange,
} from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { computedUserText, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { type FactorFilter, hasFactor } from '../security/user-factors.ts';

export interface UserListScope {
  organisationId?: number | undefined;
  disabled?: boolean | undefined;
  excludedUserId?: number | undefined;
}

export type UserFilter = Omit<ListFilters<typeof lists.users>, 'status' | 'secondFactor'> & {
  factor?: FactorFilter | undefined;
};

type Orders = (typeof lists.users)['orders'];
export type UserOrder = Orders[keyof Orders];

export type ResponderKind = Database['responder']['kind'];

export interface Responder {
  ent_usr_id: number;
  kind: ResponderKind;
}

export function usersStore(db: Kysely<Database>, allowed: AllowedOrganisations) {
  const visible = isInAllowedOrganisation(allowed, 'ent_usr.ent_org_id');
  /** Cached by text: lists of a request, their counts and pages search for the same. */
  const searches = new Map<string, ReturnType<typeof readSearch>>();
  const searchFor = (text: string) => {
    const search = searches.get(text) ?? readSearch(db, text);
    searches.set(text, search);
    return search;
  };
  const matchingList = async (list: UserListScope, { search, ...filter }: UserFilter) => {
    const found = search && containsText(await searchFor(search));
    return sql<boolean>`${visible} and ${listed(list)} and ${matchingAll(conditions, filter)} and ${allOf([found])}`;
  };
  const idsWhere = (all: RawBuilder<boolean>) =>
    db.selectFrom('ent_usr').leftJoin('role', 'role.id', 'ent_usr.role_id').select('ent_usr.id').where(all);

  /** Number of users of a list, whatever the filter. */
  const selectAllCount = (list: UserListScope) => {
    const { organisationId, disabled } = list;
    return db
      .selectFrom('user_count')
      .select(sql<number>`(coalesce(sum(users), 0) + ${uncountedIn(list)})::int`.as('all_count'))
      .where(isInAllowedOrganisation(allowed, 'user_count.ent_org_id'))
      .$if(organisationId !== undefined, (query) => query.where('ent_org_id', '=', organisationId ?? 0))
      .$if(disabled !== undefined, (query) => query.where('is_disabled', '=', disabled ?? false));
  };

  const countAll = async (list: UserListScope): Promise<number> =>
    (await selectAllCount(list).executeTakeFirstOrThrow()).all_count;

  return {
    countAll,

    find: (id: number) =>
      selectUsers(db)
        .where('ent_usr.id', '=', id)
        .where((or) => or.or([visible, invitedInto(allowed)]))
        .executeTakeFirst(),

    /** Users of a list, and those that match; counts the latter unless a page has shown the end (`end`). */
    count: async (list: UserListScope, filter: UserFilter, end: number | null) => {
      if (!isNarrowing(filter)) {
        const all_count = await countAll(list);
        return { all_count, total_count: all_count };
      }
      if (end !== null) return { all_count: await countAll(list), total_count: end };
      return db
        .selectFrom('ent_usr')
        .leftJoin('role', 'role.id', 'ent_usr.role_id')
        .select(({ fn }) => [fn.countAll<number>().as('total_count'), selectAllCount(list).$asScalar().as('all_count')])
        .where(await matchingList(list, filter))
        .executeTakeFirstOrThrow();
    },

    /** A page of the matching users with their responsibilities, or all matching users without responsibilities. */
    list: async (
      list: UserListScope,
      filter: UserFilter,
      order: { by: UserOrder; direction: SortDirection },
      page: PageRange,
    ): Promise<Page<UserRow> & { responders: Responder[] }> => {
      const { offset, limit, last } = page;
      if (limit === 0) return { rows: [], responders: [] };
      const keyset = new Keyset(orderOf(list, order.by, filter), order.direction, 'ent_usr.id');
      const all = await matchingList(list, filter);
      const ids = idsWhere(all);
      // Selects ids first, if possible from an index alone, so that rows before the page are not read.
      const inPage = (rows: number) =>
        ids.where(keyset.within(page)).orderBy(keyset.orderBy(last)).offset(offset).limit(rows);
      const users = selectUsers(db).orderBy(keyset.orderBy());
      if (limit === undefined) {
        const rows = await users.where(all).where(keyset.within(page)).offset(offset).execute();
        return { ...(await cutPage(rows, page, keyset, ids)), responders: [] };
      }
      const rows = await users
        .select(sql<ResponderKind[]>`array(select kind from responder where ent_usr_id = ent_usr.id)`.as('kinds'))
        .where('ent_usr.id', 'in', inPage(limit + 1))
        .execute();
      const { rows: inCut, ...ends } = await cutPage(rows, page, keyset, ids);
      return {
        rows: inCut.map(({ kinds: _kinds, ...row }) => row),
        responders: inCut.flatMap(({ id, kinds }) => kinds.map((kind) => ({ ent_usr_id: id, kind }))),
        ...ends,
      };
    },

    ids: async (
      list: UserListScope,
      filter: UserFilter,
      order: { by: UserOrder; direction: SortDirection },
      limit: number,
    ): Promise<Int32Array> => {
      const keyset = new Keyset(orderOf(list, order.by, filter), order.direction, 'ent_usr.id');
      return orderedIds(db, idsWhere(await matchingList(list, filter)), keyset, limit);
    },

    byIds: (ids: readonly number[]): Promise<UserRow[]> =>
      selectUsers(db).where(visible).where(sql<boolean>`ent_usr.id = any(${ids}::int[])`).execute(),

    /** Responders of one kind or any, of one organisation or all allowed ones, or only among `userIds`. */
    responders: ({
      kind,
      organisationId,
      userIds,
    }: {
      kind?: ResponderKind | undefined;
      organisationId?: number | undefined;
      userIds?: readonly number[];
    }) =>
      db
        .selectFrom('responder')
        .innerJoin('ent_usr', 'ent_usr.id', 'responder.ent_usr_id')
        .select(['ent_usr.id as ent_usr_id', 'responder.kind'])
        .where(visible)
        .where(
          allOf([
            kind !== undefined && sql<boolean>`responder.kind = ${kind}`,
            organisationId !== undefined && sql<boolean>`ent_usr.ent_org_id = ${organisationId}`,
            userIds !== undefined && sql<boolean>`ent_usr.id = any(${userIds}::int[])`,
          ]),
        )
        .orderBy('ent_usr.id')
        .execute(),

    /** Tells an organisation without matching users from an unknown one. */
    organisationExists: async (id: number) =>
      (await db.selectFrom('ent_org').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  };
}

const invitedInto = (allowed: AllowedOrganisations) =>
  sql<boolean>`exists (select from user_mapping where ent_usr_id = ent_usr.id
    and ${isInAllowedOrganisation(allowed, 'mapped_org_id')} and activated is distinct from false)`;

/** The columns that each order compares. */
export const userOrders: Record<UserOrder, SortOrder> = {
  created_at: { by: [sql.ref('ent_usr.created_at')], type: 'timestamptz' },
  updated_at: { by: [sql.ref('ent_usr.updated_at')], type: 'timestamptz' },
  name: { by: [collated('ent_usr.firstname'), collated('ent_usr.lastname')], type: 'text', nullable: true },
  email: { by: [collated('ent_usr.email')], type: 'text' },
  department: { by: [collated('ent_usr.department_name')], type: 'text', nullable: true },
  role: { by: [sql.ref('role.level')], type: 'int', nullable: true },
};

const isNarrowing = (filter: UserFilter) => Object.values(filter).some((one) => one !== undefined && one !== '');

/** Orders without an index, to sort a filter's matches: the planner would read every user in an index's order. Order of creation has `ent_usr_folded` and `ent_usr_listed`. */
const matchingOrders: Partial<Record<UserOrder, SortOrder>> = {
  updated_at: { ...userOrders.updated_at, by: [sql`(ent_usr.updated_at + interval '0')`] },
  name: {
    ...userOrders.name,
    by: [sql`(ent_usr.firstname || '') collate words`, sql`(ent_usr.lastname || '') collate words`],
  },
};

/** Email and time of change have their own indexes: all organisations' users are too many to sort. */
const orderOf = (
  { organisationId }: UserListScope,
  by: UserOrder,
  { email: _email, updatedSince: _updatedSince, ...filter }: UserFilter,
): SortOrder => (organisationId !== undefined && isNarrowing(filter) && matchingOrders[by]) || userOrders[by];

const listed = ({ organisationId, disabled, excludedUserId }: UserListScope) =>
  allOf([
    organisationId !== undefined && sql<boolean>`ent_usr.ent_org_id = ${organisationId}`,
    disabled !== undefined && sql<boolean>`ent_usr.is_disabled = ${sql.lit(disabled)}`,
    excludedUserId !== undefined && sql<boolean>`ent_usr.id <> ${excludedUserId}`,
  ]);

/** Corrects `user_count` by users without organisation, and the excluded user. */
function uncountedIn({ excludedUserId, ...list }: UserListScope) {
  if (list.organisationId === undefined)
    return sql`(select count(*) from ent_usr where ent_org_id is null and ${listed(list)})`;
  if (excludedUserId === undefined) return sql.lit(0);
  return sql`-(select count(*) from ent_usr where id = ${excludedUserId} and ${listed(list)})`;
}

interface UserSearch {
  /** Words, and roles by label, read before, because the planner cannot estimate how many users match. */
  words: { spellings: SearchWord; roleIds: number[] }[];
  /** Whether `ent_usr_folded` exists: every user then has a search text. */
  isIndexed: boolean;
}

async function readSearch(db: Kysely<Database>, text: string): Promise<UserSearch> {
  const { rows } = await sql<{ id: number; label: string; isIndexed: boolean }>`
    select id, label, exists (select from pg_index
      where indexrelid = to_regclass('ent_usr_folded') and indisvalid) as "isIndexed" from role`.execute(db);
  const roles = rows.map(({ id, label }) => ({ id, label: foldText(label) }));
  const words = searchWords(text).map((spellings) => ({
    spellings,
    roleIds: roles.flatMap(({ id, label }) => (hasWords(label, [spellings]) ? [id] : [])),
  }));
  return { words, isIndexed: rows[0]?.isIndexed ?? false };
}

/** Whether a user has all words. `ent_usr_folded_order` has the columns of other orders than creation. */
function containsText({ words, isIndexed }: UserSearch): RawBuilder<boolean> {
  const folded = isIndexed ? sql.ref('ent_usr.folded_text') : computedUserText;
  return allOf(
    words.map(({ spellings, roleIds }) => {
      const found = containsWord(folded, spellings);
      return roleIds.length === 0 ? found : sql<boolean>`(${found} or ent_usr.role_id = any(${roleIds}::int[]))`;
    }),
  );
}

const conditions: FilterConditions<Omit<UserFilter, 'search'>> = {
  email: emailIs,
  updatedSince: (since) => sql`ent_usr.updated_at >= ${since}::timestamptz`,
  roleIds: (ids) => sql`ent_usr.role_id = any(${ids}::int[])`,
  roleKeys: (keys) => sql`role.id_str = any(${keys}::text[])`,
  departments: (departments) => sql`ent_usr.department_name = any(${departments}::text[])`,
  designations: (designations) => sql`ent_usr.designation = any(${designations}::text[])`,
  responder: (isResponder) => sql`(ent_usr.id in (select ent_usr_id from responder)) = ${sql.lit(isResponder)}`,
  factor: hasFactor,
};
