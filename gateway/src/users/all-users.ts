import { lists } from '@console/contract/lists';
import type { Context } from '../core/context.ts';
import type { QueryUsersArgs } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery, orderQuery } from '../product-api/list-query.ts';
import { connectionOf, type PagedList, type UserConnectionParent, windowOf } from '../product-api/paging.ts';
import { type UserBody, userOf } from '../product-api/shape.ts';
import { type AllUsersPage, readAllUsers } from '../specified/all-users.ts';
import { allowFactorFilter } from '../specified/second-factors.ts';
import { requireKnownRoles } from '../specified/user-filter.ts';

/** Users of all organisations, without a permission check. */
export function allUserList(
  { filter, orderBy, ...args }: Partial<QueryUsersArgs>,
  context: Context,
): PagedList<UserBody, AllUsersPage> & { organisationId: string } {
  const match = checkedMatch(lists.all_users, args, filter);
  const { organisationId, status } = match;
  const order = orderBy ?? ({ field: 'UPDATED_AT', direction: 'ASC' } as const);
  return {
    organisationId: organisationId ?? '',
    cursors: context.services.cursors.of({ list: 'allUsers', organisationId, status, order, ...match }),
    read: (window) => readAllUsers(context, { ...match, order, window }),
    stream: {
      list: 'all_users',
      query: { ...matchQuery(lists.all_users, match), ...orderQuery(lists.all_users, order) },
      rowOf: userOf,
    },
  };
}

/** Async, so that an error in the arguments comes after the permission check. */
export async function allUsersPage(args: QueryUsersArgs, context: Context): Promise<UserConnectionParent> {
  await allowFactorFilter(context, args.filter, '');
  const { organisationId, cursors, read } = allUserList(args, context);
  const window = windowOf(args, cursors);
  const [page] = await Promise.all([read(window), requireKnownRoles(context, args.filter)]);
  const { hasResponders } = page;
  return Object.assign(connectionOf(page, window, cursors), { organisationId, hasResponders });
}
