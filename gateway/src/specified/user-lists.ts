import { calls } from '@console/contract/calls/all';
import { lists } from '@console/contract/lists';
import type { Context } from '../core/context.ts';
import { matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import type { Page, PageWindow } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
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
import { filterUsers, platformSortKeys, type UserOrder, type UserQuery, type UserStatus } from './filter-users.ts';
import { Responders } from './responders.ts';
import { countActiveUsers } from './user-limit.ts';
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

/** The order of a list in which none is requested. */
export const defaultUserOrders = {
  ACTIVE: { field: 'CREATED_AT', direction: 'DESC' },
  INACTIVE: { field: 'UPDATED_AT', direction: 'DESC' },
} as const satisfies Record<UserStatus, UserOrder>;

/** A page of REST-17 or REST-18, or of both: without a status the active users come first. Our platform returns pages; for any other product API the gateway filters and cuts the whole list. */
export async function readUserPage(
  context: Context,
  organisationId: string,
  status: UserStatus | undefined,
  userQuery: UserQuery,
): Promise<ListedUsers> {
  const read = (part: UserStatus, window: PageWindow) =>
    readPage(context, { organisationId, status: part, userQuery: { ...userQuery, window } });
  if (status) return read(status, userQuery.window);
  const { active, inactive } = await readPagesOfBothStates(userQuery.window, read);
  return {
    ...joinPagesOfBothStates(active, inactive, userQuery.window),
    all: active.all,
    hasResponders: active.hasResponders && inactive.hasResponders,
  };
}

/** All users in these states that a product API without extensions has in an organisation, in one order. */
export async function readWholeUserList(
  context: Context,
  organisationId: string,
  states: readonly UserStatus[],
  userQuery: UserQuery & { order: UserOrder },
): Promise<Page<UserBody>> {
  const read = states.map((status) => readRowsOf(context, { organisationId, status, userQuery }, {}));
  const rows = (await Promise.all(read)).flatMap((list) => list.rows);
  return filterUsers(rows, userQuery, await respondersFor(context, organisationId, userQuery));
}

async function readPage(context: Context, request: PageRequest): Promise<ListedUsers> {
  requireKey(context.api);
  const { organisationId, status, userQuery } = request;
  const order = userQuery.order ?? defaultUserOrders[status];
  const extended = await context.supports('extensions');
  const { response, rows } = await readRowsOf(context, request, extended ? pageQuery(userQuery, order) : {});
  const total =
    integerOf(response.total_count) ?? (userQuery.window.withoutTotal ? integerOf(response.all_count) : null);
  if (extended && total !== null) {
    Responders.of(context).add(rows, response);
    const answer = { ...response, total_count: total };
    const page = pageFromPlatform(rows, answer, userQuery.window, platformSortKeys(order));
    return { ...page, all: integerOf(response.all_count) ?? total, hasResponders: true };
  }
  const responders = await respondersFor(context, organisationId, userQuery);
  return { ...filterUsers(rows, { ...userQuery, order }, responders), all: rows.length, hasResponders: false };
}

const respondersFor = async (context: Context, organisationId: string, { responder }: UserQuery) =>
  responder === undefined ? null : Responders.of(context).read(organisationId);

async function readRowsOf(
  { api }: Context,
  { organisationId, status }: PageRequest,
  page: Partial<ReturnType<typeof pageQuery>>,
) {
  const isActive = status === 'ACTIVE';
  const call = isActive ? calls.activeUserList : calls.inactiveUserList;
  const query = { org_id: toWireId(organisationId), ...page };
  const response: ApiResponse<typeof calls.activeUserList> & ApiResponse<typeof calls.inactiveUserList> = isActive
    ? await api.call(calls.activeUserList, { query: { ...query, include_current_user: 'true' } })
    : await api.call(calls.inactiveUserList, { query });
  const list = isActive ? response.active_users : response.inactive_users;
  const rowOf = (value: unknown) => userIn(value, organisationId, !isActive);
  return { response, rows: readRows(call, list, rowOf, api.log) };
}

function pageQuery({ window, ...match }: UserQuery, order: UserOrder) {
  const { limit, ...rows } = orderAndPageQuery(lists.users, order, window);
  return {
    ...(limit === '0' ? {} : rows),
    limit,
    // Without the state, which the call of a list says.
    ...matchQuery(lists.users, { ...match, status: undefined }),
    ...(window.withoutTotal && { total: 'false' as const }),
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
  return known ?? countActiveUsers(context, idOf(organisation.id) ?? '');
}
