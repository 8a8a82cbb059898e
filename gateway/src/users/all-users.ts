import type { Context } from '../core/context.ts';
import type { QueryUsersArgs } from '../generated/resolvers-types.ts';
import { connectionOf, type PagedList, type UserConnectionParent, windowOf } from '../product-api/paging.ts';
import { type UserBody, userOf } from '../product-api/shape.ts';
import { type AllUsersPage, readAllUsers } from '../specified/all-users.ts';
import { allowFactorFilter } from '../specified/second-factors.ts';
import { checkedUserFilter, requireKnownRoles } from '../specified/user-filter.ts';
import { orderQuery, platformIdOrZero, stateQuery, userFilterQuery } from '../specified/user-list-query.ts';

/** The users of all organisations, without a permission check. */
export function allUserList(
  { filter, orderBy, ...args }: Partial<QueryUsersArgs>,
  context: Context,
): PagedList<UserBody, AllUsersPage> & { organisationId: string } {
  const list = {
    organisationId: filter?.organisationId == null ? undefined : String(filter.organisationId),
    status: filter?.status ?? undefined,
    order: orderBy ?? ({ field: 'UPDATED_AT', direction: 'ASC' } as const),
    ...checkedUserFilter(args, filter),
  };
  return {
    organisationId: list.organisationId ?? '',
    cursors: context.services.cursors.of({ list: 'allUsers', ...list }),
    read: (window) => readAllUsers(context, { ...list, window }),
    stream: {
      list: 'all_users',
      query: {
        org_id: list.organisationId === undefined ? undefined : platformIdOrZero(list.organisationId),
        state: stateQuery(list.status),
        ...userFilterQuery(list),
        ...orderQuery(list.order),
      },
      rowOf: userOf,
    },
  };
}

/** A page of them. Async, so that an error in the arguments comes after the permission check. */
export async function allUsersPage(args: QueryUsersArgs, context: Context): Promise<UserConnectionParent> {
  await allowFactorFilter(context, args.filter, '');
  const { organisationId, cursors, read } = allUserList(args, context);
  const window = windowOf(args, cursors);
  const [page] = await Promise.all([read(window), requireKnownRoles(context, args.filter)]);
  const { hasResponders } = page;
  return Object.assign(connectionOf(page, window, cursors), { organisationId, hasResponders });
}
