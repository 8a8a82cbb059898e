import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { firstRowsWindow } from '../product-api/paging.ts';
import { idOf, integerOf, type OrganisationBody, recordOf, userLimitOf } from '../product-api/shape.ts';
import { readUserPage } from './user-lists.ts';

/** Active users: from our platform without rows, else by REST-17. */
export const countActiveUsers = async (context: Context, organisationId: string): Promise<number> =>
  (await readUserPage(context, organisationId, 'ACTIVE', { window: firstRowsWindow(0) })).all;

export async function readActiveUserCount(context: Context, organisation: OrganisationBody): Promise<number> {
  // Read from our platform only: an external product API may mean something else by the name.
  const known = (await context.supports('extensions')) ? integerOf(recordOf(organisation).active_users_count) : null;
  return known ?? countActiveUsers(context, idOf(organisation.id) ?? '');
}

/** Throws USER_LIMIT_REACHED beyond the limit. */
export function assertWithinUserLimit({ user_limit }: OrganisationBody, activeUsers: number): void {
  const limit = userLimitOf(user_limit);
  if (limit !== null && activeUsers > limit) throw failure('USER_LIMIT_REACHED', texts.users.limitReached);
}

/** Throws USER_LIMIT_REACHED if the limit leaves no place for one more active user. */
export async function assertSeatAvailable(
  context: Context,
  organisationId: string,
  organisation: OrganisationBody,
): Promise<void> {
  if (userLimitOf(organisation.user_limit) === null) return;
  assertWithinUserLimit(organisation, (await countActiveUsers(context, organisationId)) + 1);
}
