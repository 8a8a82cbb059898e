import { extensionCalls } from '@console/contract/calls/extensions';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { QueryUsersArgs, UserOrder } from '../generated/resolvers-types.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import { connectionOf, type Page, type UserConnectionParent, windowOf } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { integerOf, type UserBody, userOf } from '../product-api/shape.ts';
import type { UserQuery } from './filter-users.ts';
import { Responders } from './responders.ts';
import {
  checkedUserFilter,
  orderAndPageQuery,
  platformIdOrZero,
  platformSortKeys,
  userFilterQuery,
} from './user-list-query.ts';
import { UserLists } from './user-lists.ts';

interface AllUsersQuery extends UserQuery {
  organisationId: string | undefined;
  status: 'ACTIVE' | 'INACTIVE' | undefined;
  order: UserOrder;
}

const call = extensionCalls.allUsers;

/** A page of the users of all organisations, without a permission check. Async, so that an error in the arguments comes after that. */
export async function allUsersPage(args: QueryUsersArgs, context: Context): Promise<UserConnectionParent> {
  const { filter, orderBy } = args;
  const list = {
    organisationId: filter?.organisationId == null ? undefined : String(filter.organisationId),
    status: filter?.status ?? undefined,
    order: orderBy ?? ({ field: 'UPDATED_AT', direction: 'ASC' } as const),
    ...checkedUserFilter(args, filter),
  };
  const cursors = context.services.cursors.of({ list: 'allUsers', ...list });
  const window = windowOf(args, cursors);
  const extended = await context.supports('user_lists');
  const page = extended ? await readPage({ ...list, window }, context) : await readWhole({ ...list, window }, context);
  const more = { organisationId: list.organisationId ?? '', hasResponders: extended };
  return Object.assign(connectionOf(page, window, cursors), more);
}

async function readPage(query: AllUsersQuery, context: Context): Promise<Page<UserBody>> {
  const { organisationId, status, order, window } = query;
  requireKey(context.api);
  const response = await context.api.call(call, {
    query: {
      org_id: organisationId === undefined ? undefined : platformIdOrZero(organisationId),
      state: status && (status === 'ACTIVE' ? 'active' : 'inactive'),
      ...userFilterQuery(query),
      ...orderAndPageQuery(order, window),
    },
  });
  const rows = readRows(call, response.users, userOf, context.api.log);
  Responders.of(context).add(rows, response);
  const { has_next: hasNext, has_previous: hasPrevious } = response;
  const total = integerOf(response.total_count) ?? rows.length;
  return pageFromPlatform({ rows, total, hasNext, hasPrevious }, window, platformSortKeys(order));
}

/** The lists of one organisation: no other call of the specification has users of all of them. */
async function readWhole(query: AllUsersQuery, context: Context): Promise<Page<UserBody>> {
  const { organisationId, status } = query;
  requireKey(context.api);
  if (organisationId === undefined)
    throw failure(
      'CAPABILITY_UNAVAILABLE',
      'This product API lists users by organisation only: give filter.organisationId.',
    );
  return UserLists.of(context).whole(organisationId, status ? [status] : ['ACTIVE', 'INACTIVE'], query);
}
