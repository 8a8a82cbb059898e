import type { lists } from '@console/contract/lists';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { ListMatch } from '../product-api/list-query.ts';
import type { Page, RequestedPage } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import type { UserBody } from '../product-api/shape.ts';
import type { UserOrder } from './filter-users.ts';
import { type ListedUsers, readPlatformUsers, readWholeUserList } from './user-lists.ts';

interface AllUsersQuery extends ListMatch<typeof lists.all_users> {
  window: RequestedPage;
  order: UserOrder;
}

export type AllUsersPage = Omit<ListedUsers, 'all'>;

/** Users of all organisations; of one if the product API has no such list. */
export const readAllUsers = async (context: Context, query: AllUsersQuery): Promise<AllUsersPage> =>
  (await context.supports('extensions'))
    ? readPlatformUsers(context, query)
    : { ...(await readWhole(query, context)), hasResponders: false };

/** Reads one organisation's lists: no call of the specification has users of all. */
async function readWhole(query: AllUsersQuery, context: Context): Promise<Page<UserBody>> {
  const { organisationId, status } = query;
  requireKey(context.api);
  if (organisationId === undefined)
    throw failure(
      'CAPABILITY_UNAVAILABLE',
      'The connected product API lists users of one organisation only. Set filter.organisationId.',
    );
  return readWholeUserList(context, organisationId, status ? [status] : ['ACTIVE', 'INACTIVE'], query);
}
