import type { Context } from '../core/context.ts';
import type { QueryUsersArgs } from '../generated/resolvers-types.ts';
import { connectionOf, type UserConnectionParent, windowOf } from '../product-api/paging.ts';
import { readAllUsers } from '../specified/all-users.ts';
import { checkedUserFilter } from '../specified/user-filter.ts';

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
  const page = await readAllUsers(context, { ...list, window });
  const { hasResponders } = page;
  return Object.assign(connectionOf(page, window, cursors), {
    organisationId: list.organisationId ?? '',
    hasResponders,
  });
}
