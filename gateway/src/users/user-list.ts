import { lists } from '@console/contract/lists';
import type { Context } from '../core/context.ts';
import type { OrganisationUsersArgs } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery, orderQuery, platformIdOrZero } from '../product-api/list-query.ts';
import type { PagedList } from '../product-api/paging.ts';
import { type UserBody, userOf } from '../product-api/shape.ts';
import { defaultUserOrders, type ListedUsers, readUserPage } from '../specified/user-lists.ts';

/** Users of an organisation, without a permission check. */
export function userList(
  organisationId: string,
  args: Partial<OrganisationUsersArgs>,
  context: Context,
): PagedList<UserBody, ListedUsers> {
  const match = checkedMatch(lists.users, args, args.filter);
  const { status } = match;
  const order = args.orderBy ?? (status && defaultUserOrders[status]);
  return {
    cursors: context.services.cursors.of({ list: 'users', organisationId, status, ...match, order }),
    read: (window) => readUserPage(context, organisationId, status, { window, ...match, order }),
    stream: {
      list: 'users',
      query: {
        org_id: platformIdOrZero(organisationId),
        ...matchQuery(lists.users, match),
        ...(order && orderQuery(lists.users, order)),
      },
      rowOf: userOf,
    },
  };
}
