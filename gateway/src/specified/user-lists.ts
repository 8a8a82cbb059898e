import { extensionCalls } from '@console/contract/calls/extensions';
import { lists } from '@console/contract/lists';
import type { Context } from '../core/context.ts';
import { type ListMatch, matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import type { Page, RequestedPage } from '../product-api/paging.ts';
import { readUsersInState, requireKey } from '../product-api/reads.ts';
import { integerOf, type UserBody, userOf } from '../product-api/shape.ts';
import { filterUsers, platformSortKeys, type UserOrder, type UserQuery, type UserStatus } from './filter-users.ts';
import { Responders } from './responders.ts';
import { joinPagesOfBothStates, readPagesOfBothStates } from './users-of-both-states.ts';

export interface ListedUsers extends Page<UserBody> {
  all: number;
  hasResponders: boolean;
}

interface PageRequest {
  organisationId: string;
  status: UserStatus;
  userQuery: UserQuery;
}

export const defaultUserOrders = {
  ACTIVE: { field: 'CREATED_AT', direction: 'DESC' },
  INACTIVE: { field: 'UPDATED_AT', direction: 'DESC' },
} as const satisfies Record<UserStatus, UserOrder>;

/** A page of users, active ones first without a status. External product APIs: filtered and cut from whole lists of REST-17 and REST-18. */
export async function readUserPage(
  context: Context,
  organisationId: string,
  status: UserStatus | undefined,
  userQuery: UserQuery,
): Promise<ListedUsers> {
  const read = (part: UserStatus, window: RequestedPage) =>
    readPage(context, { organisationId, status: part, userQuery: { ...userQuery, window } });
  if (status) return read(status, userQuery.window);
  const { active, inactive } = await readPagesOfBothStates(userQuery.window, read);
  return {
    ...joinPagesOfBothStates(active, inactive, userQuery.window),
    all: active.all,
    hasResponders: active.hasResponders && inactive.hasResponders,
  };
}

/** All users in these states for a product API without extensions, sorted. */
export async function readWholeUserList(
  context: Context,
  organisationId: string,
  states: readonly UserStatus[],
  userQuery: UserQuery & { order: UserOrder },
): Promise<Page<UserBody>> {
  const rows = (
    await Promise.all(states.map((status) => readUsersInState(context.api, organisationId, status)))
  ).flat();
  return filterUsers(rows, userQuery, await respondersFor(context, organisationId, userQuery));
}

export async function readPlatformUsers(
  context: Context,
  { order, window, ...match }: ListMatch<typeof lists.all_users> & { order: UserOrder; window: RequestedPage },
): Promise<ListedUsers> {
  const call = extensionCalls.allUsers;
  const { limit, ...page } = orderAndPageQuery(lists.all_users, order, window);
  const query = {
    ...matchQuery(lists.all_users, match),
    ...(limit === '0' ? {} : page),
    limit,
    ...(window.withoutTotal && { total: 'false' as const }),
  };
  requireKey(context.api);
  const response = await context.api.call(call, { query });
  const rows = readRows(call, response.users, userOf, context.api.log);
  Responders.of(context).add(rows, response);
  const all = integerOf(response.all_count);
  const total_count = integerOf(response.total_count) ?? (window.withoutTotal ? all : null);
  const found = pageFromPlatform(rows, { ...response, total_count }, window, platformSortKeys(order));
  return { ...found, all: all ?? found.total, hasResponders: true };
}

async function readPage(context: Context, request: PageRequest): Promise<ListedUsers> {
  const { organisationId, status, userQuery } = request;
  const order = userQuery.order ?? defaultUserOrders[status];
  if (await context.supports('extensions'))
    return readPlatformUsers(context, { ...userQuery, organisationId, status, order });
  requireKey(context.api);
  const rows = await readUsersInState(context.api, organisationId, status);
  const responders = await respondersFor(context, organisationId, userQuery);
  return { ...filterUsers(rows, { ...userQuery, order }, responders), all: rows.length, hasResponders: false };
}

const respondersFor = async (context: Context, organisationId: string, { responder }: UserQuery) =>
  responder === undefined ? null : Responders.of(context).read(organisationId);
