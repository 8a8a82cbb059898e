import type { Context } from '../core/context.ts';
import type { OrganisationUsersArgs } from '../generated/resolvers-types.ts';
import type { PagedList } from '../product-api/paging.ts';
import { type UserBody, userOf } from '../product-api/shape.ts';
import { checkedUserFilter } from '../specified/user-filter.ts';
import { orderQuery, platformIdOrZero, stateQuery, userFilterQuery } from '../specified/user-list-query.ts';
import { defaultUserOrders, type ListedUsers, UserLists } from '../specified/user-lists.ts';

/** The users of an organisation, without a permission check. */
export function userList(
  organisationId: string,
  args: Partial<OrganisationUsersArgs>,
  context: Context,
): PagedList<UserBody, ListedUsers> {
  const { filter, orderBy } = args;
  const status = filter?.status ?? undefined;
  const matching = { ...checkedUserFilter(args, filter), order: orderBy ?? (status && defaultUserOrders[status]) };
  return {
    cursors: context.services.cursors.of({ list: 'users', organisationId, status, ...matching }),
    read: (window) => UserLists.of(context).page(organisationId, status, { window, ...matching }),
    stream: {
      list: 'users',
      query: {
        org_id: platformIdOrZero(organisationId),
        state: stateQuery(status),
        ...userFilterQuery(matching),
        ...(matching.order && orderQuery(matching.order)),
      },
      rowOf: userOf,
    },
  };
}
