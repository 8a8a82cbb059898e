import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { unprefixed } from '@console/contract/list-parameters';
import { lists } from '@console/contract/lists';
import DataLoader from 'dataloader';
import type { Context } from '../core/context.ts';
import { matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import { firstRowsWindow, listQueryOrNoRows, type Page, type PageWindow } from '../product-api/paging.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import {
  idOf,
  integerOf,
  type OrganisationBody,
  recordOf,
  toWireId,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { type ExternalUserQuery, externalUserQuery } from './external-user-query.ts';
import { filterUsers, platformSortKeys, type UserOrder, type UserQuery, type UserStatus } from './filter-users.ts';
import { Responders } from './responders.ts';
import { joinPagesOfBothStates, readPagesOfBothStates } from './users-of-both-states.ts';

/** A page of users, and what else its answer says. */
export interface ListedUsers extends Page<UserBody> {
  /** All users of the list, whatever the search. */
  all: number;
  /** Whether the answer says which of the rows are responders. */
  hasResponders: boolean;
}

interface PageRequest {
  organisationId: string;
  status: UserStatus;
  userQuery: UserQuery;
}

interface ExternalRequest {
  organisationId: string;
  status: 'EXTERNAL';
  query: ExternalUserQuery;
}

type ListRequest = PageRequest | ExternalRequest;

type UserListsResponse = ApiResponse<typeof extensionCalls.userLists>;

interface CombinedCall {
  active: PageRequest | undefined;
  inactive: PageRequest | undefined;
  external: ExternalRequest | undefined;
}

/** The order of a list in which none is requested. */
export const defaultUserOrders = {
  ACTIVE: { field: 'CREATED_AT', direction: 'DESC' },
  INACTIVE: { field: 'UPDATED_AT', direction: 'DESC' },
} as const satisfies Record<UserStatus, UserOrder>;

/** REST-17 and REST-18 for one request. Our platform returns pages, and several lists of an organisation in one answer; for any other product API the gateway filters and cuts the whole list. */
export class UserLists {
  readonly #context: Context;
  /** Which of the calls that are made together answers a request; null for one of its own. */
  readonly #loader: DataLoader<ListRequest, CombinedCall | null>;

  constructor(context: Context) {
    this.#context = context;
    const plan = async (requests: readonly ListRequest[]) => {
      const combined = (await context.supports('extensions')) ? combineRequests(requests) : new Map();
      return requests.map((request) => combined.get(request) ?? null);
    };
    this.#loader = new DataLoader(plan, { cache: false });
  }

  static of = (context: Context): UserLists => context.api.perRequest(UserLists, () => new UserLists(context));

  /** Without a status the active users come first; each list costs one call, wherever the page begins. */
  async page(organisationId: string, status: UserStatus | undefined, userQuery: UserQuery): Promise<ListedUsers> {
    const read = (part: UserStatus, window: PageWindow) =>
      this.#read({ organisationId, status: part, userQuery: { ...userQuery, window } });
    if (status) return read(status, userQuery.window);
    const { active, inactive } = await readPagesOfBothStates(userQuery.window, read);
    return {
      ...joinPagesOfBothStates(active, inactive, userQuery.window),
      all: active.all,
      hasResponders: active.hasResponders && inactive.hasResponders,
    };
  }

  /** All users in these states that a product API without extensions has in an organisation, in one order. */
  async whole(organisationId: string, states: readonly UserStatus[], userQuery: UserQuery & { order: UserOrder }) {
    const lists = await Promise.all(states.map((status) => this.#readRows({ organisationId, status, userQuery }, {})));
    const responders =
      userQuery.responder === undefined ? null : await Responders.of(this.#context).read(organisationId);
    return filterUsers(
      lists.flatMap(({ rows }) => rows),
      userQuery,
      responders,
    );
  }

  /** The number of active users; a page of them that is requested at the same time contains it. */
  activeCount = async (organisationId: string): Promise<number> =>
    (await this.#read({ organisationId, status: 'ACTIVE', userQuery: countOnly })).all;

  /** A page of the external users; null if the product API has no pages. */
  async externalUsers(organisationId: string, query: ExternalUserQuery): Promise<UserListsResponse | null> {
    const combined = await this.#loader.load({ organisationId, status: 'EXTERNAL', query });
    return combined && notFoundForInvalidId(this.#readCombined(organisationId, combined), organisationId);
  }

  async #read(request: PageRequest): Promise<ListedUsers> {
    requireKey(this.#context.api);
    const combined = await this.#loader.load(request);
    if (!combined) return this.#readPage(request);
    const { organisationId, status } = request;
    const response = await this.#readCombined(organisationId, combined);
    const { users, all_count, ...page } = unprefixed(status === 'ACTIVE' ? 'active' : 'inactive', response);
    const rows = this.#rows(request, users);
    Responders.of(this.#context).add(rows, response);
    return {
      ...pageFromPlatform(rows, page, request.userQuery.window, platformKeysOf(request)),
      all: integerOf(all_count) ?? rows.length,
      hasResponders: true,
    };
  }

  #readCombined(organisationId: string, combined: CombinedCall): Promise<UserListsResponse> {
    const query = { org_id: toWireId(organisationId), ...combinedQuery(combined) };
    return this.#context.api.call(extensionCalls.userLists, { query });
  }

  async #readPage(request: PageRequest): Promise<ListedUsers> {
    const { organisationId, userQuery } = request;
    const order = orderOf(request);
    const extended = await this.#context.supports('extensions');
    const { response, rows } = await this.#readRows(request, extended ? pageQuery(request) : {});
    const total =
      integerOf(response.total_count) ?? (userQuery.window.withoutTotal ? integerOf(response.all_count) : null);
    if (extended && total !== null) {
      const answer = { ...response, total_count: total };
      const page = pageFromPlatform(rows, answer, userQuery.window, platformKeysOf(request));
      return { ...page, all: integerOf(response.all_count) ?? total, hasResponders: false };
    }
    const responders =
      userQuery.responder === undefined ? null : await Responders.of(this.#context).read(organisationId);
    return { ...filterUsers(rows, { ...userQuery, order }, responders), all: rows.length, hasResponders: false };
  }

  async #readRows(request: PageRequest, page: Partial<ReturnType<typeof pageQuery>>) {
    const { api } = this.#context;
    const query = { org_id: toWireId(request.organisationId), ...page };
    const isActive = request.status === 'ACTIVE';
    const response: ApiResponse<typeof calls.activeUserList> & ApiResponse<typeof calls.inactiveUserList> = isActive
      ? await api.call(calls.activeUserList, { query: { ...query, include_current_user: 'true' } })
      : await api.call(calls.inactiveUserList, { query });
    return {
      response,
      rows: this.#rows(request, isActive ? response.active_users : response.inactive_users),
    };
  }

  #rows({ organisationId, status }: PageRequest, list: readonly unknown[] | null | undefined) {
    const isActive = status === 'ACTIVE';
    const call = isActive ? calls.activeUserList : calls.inactiveUserList;
    const rowOf = (value: unknown) => userIn(value, organisationId, !isActive);
    return readRows(call, list, rowOf, this.#context.api.log);
  }
}

const countOnly: UserQuery = { window: firstRowsWindow(0) };

const orderOf = ({ status, userQuery }: PageRequest): UserOrder => userQuery.order ?? defaultUserOrders[status];
const platformKeysOf = (request: PageRequest) => platformSortKeys(orderOf(request));
const rowsQuery = (request: PageRequest) => orderAndPageQuery(lists.users, orderOf(request), request.userQuery.window);
/** Without the state, which the call of a list says. */
const filterQuery = (query: UserQuery) => matchQuery(lists.users, { ...query, status: undefined });

/** The requests that one call of our platform answers, with that call. Pages are combined if their filters are equal; a request that is the only one of its organisation is not in the map, but a page of external users is. */
function combineRequests(requests: readonly ListRequest[]): Map<ListRequest, CombinedCall> {
  const combined = new Map<ListRequest, CombinedCall>();
  for (const together of Map.groupBy(requests, ({ organisationId }) => organisationId).values()) {
    const externals = together.filter((request): request is ExternalRequest => request.status === 'EXTERNAL');
    const pages = together.filter((request): request is PageRequest => request.status !== 'EXTERNAL');
    const counts = pages.filter(({ userQuery }) => userQuery === countOnly);
    const alike = Map.groupBy(
      pages.filter(({ userQuery }) => userQuery !== countOnly),
      ({ userQuery }) => JSON.stringify(filterQuery(userQuery)),
    );
    const pairs = [...alike.values()].flatMap((same) => pairPages(same));
    const samePages = Map.groupBy(externals, ({ query }) => JSON.stringify(externalUserQuery(query)));
    const externalGroups = [...samePages.values()];
    for (let index = 0; index < Math.max(pairs.length, externalGroups.length); index += 1) {
      const { active, inactive } = pairs[index] ?? { active: undefined, inactive: undefined };
      const external = externalGroups[index] ?? [];
      const call = { active, inactive, external: external[0] };
      const answered = [active, inactive, ...external].filter((one) => one != null);
      if (together.length < 2 && !call.external) continue;
      for (const request of answered) combined.set(request, call);
      if (active) for (const count of counts) combined.set(count, call);
    }
  }
  return combined;
}

function pairPages(pages: readonly PageRequest[]): Pick<CombinedCall, 'active' | 'inactive'>[] {
  const active = pages.filter(({ status }) => status === 'ACTIVE');
  const inactive = pages.filter(({ status }) => status === 'INACTIVE');
  const longer = active.length > inactive.length ? active : inactive;
  return longer.map((_page, index) => ({ active: active[index], inactive: inactive[index] }));
}

/** The query of our platform for several lists; no rows of a list that is not requested. */
function combinedQuery({ active, inactive, external }: CombinedCall) {
  const page = active ?? inactive;
  return {
    ...(page && filterQuery(page.userQuery)),
    ...listQueryOrNoRows('active', active && rowsQuery(active)),
    ...listQueryOrNoRows('inactive', inactive && rowsQuery(inactive)),
    ...(external && { external: 'true' as const }),
    ...(external && listQueryOrNoRows('external', externalUserQuery(external.query))),
  };
}

function pageQuery(request: PageRequest) {
  const { limit, ...rows } = rowsQuery(request);
  return {
    ...(limit === '0' ? {} : rows),
    limit,
    ...filterQuery(request.userQuery),
    ...(request.userQuery.window.withoutTotal && { total: 'false' as const }),
  };
}

/** The list determines the state and organisation of rows that do not contain them. */
function userIn(value: unknown, organisationId: string, is_disabled: boolean): UserBody | null {
  const user = userOf(value);
  if (user === null || (user.is_disabled != null && user.ent_org_id != null)) return user;
  return { ...user, is_disabled: user.is_disabled ?? is_disabled, ent_org_id: user.ent_org_id ?? organisationId };
}

/** The number of active users of an organisation, which may be known already. */
export async function readActiveUserCount(context: Context, organisation: OrganisationBody): Promise<number> {
  // Only our platform's detail of an organisation has it; another product API may mean something else by the name.
  const known = (await context.supports('extensions')) ? integerOf(recordOf(organisation).active_users_count) : null;
  return known ?? UserLists.of(context).activeCount(idOf(organisation.id) ?? '');
}
