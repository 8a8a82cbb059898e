import { extensionCalls } from '@console/contract/calls/extensions';
import { lists } from '@console/contract/lists';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { type ListMatch, matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import type { Page, PageWindow } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { type UserBody, userOf } from '../product-api/shape.ts';
import { platformSortKeys, type UserOrder } from './filter-users.ts';
import { Responders } from './responders.ts';
import { type ListedUsers, readWholeUserList } from './user-lists.ts';

interface AllUsersQuery extends ListMatch<typeof lists.all_users> {
  window: PageWindow;
  order: UserOrder;
}

export type AllUsersPage = Omit<ListedUsers, 'all'>;

const call = extensionCalls.allUsers;

/** A page of the users of all organisations; from a product API without such a list, of one. */
export async function readAllUsers(context: Context, query: AllUsersQuery): Promise<AllUsersPage> {
  const hasResponders = await context.supports('extensions');
  return { ...(await (hasResponders ? readPage : readWhole)(query, context)), hasResponders };
}

async function readPage(query: AllUsersQuery, context: Context): Promise<Page<UserBody>> {
  const { order, window } = query;
  requireKey(context.api);
  const response = await context.api.call(call, {
    query: { ...matchQuery(lists.all_users, query), ...orderAndPageQuery(lists.all_users, order, window) },
  });
  const rows = readRows(call, response.users, userOf, context.api.log);
  Responders.of(context).add(rows, response);
  return pageFromPlatform(rows, response, window, platformSortKeys(order));
}

/** The lists of one organisation: no other call of the specification has users of all of them. */
async function readWhole(query: AllUsersQuery, context: Context): Promise<Page<UserBody>> {
  const { organisationId, status } = query;
  requireKey(context.api);
  if (organisationId === undefined)
    throw failure(
      'CAPABILITY_UNAVAILABLE',
      'This product API lists users of one organisation only. Set filter.organisationId.',
    );
  return readWholeUserList(context, organisationId, status ? [status] : ['ACTIVE', 'INACTIVE'], query);
}
