import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { readRows } from '../product-api/lists.ts';
import { integerOf, type OrganisationBody, toWireId, userLimitOf, userOf } from '../product-api/shape.ts';

/** REST-17: the number of active users; our platform returns the number without rows. */
export async function countActiveUsers(context: Context, organisationId: string): Promise<number> {
  const { api } = context;
  const call = calls.activeUserList;
  const extended = await context.supports('extensions');
  const query = {
    org_id: toWireId(organisationId),
    include_current_user: 'true' as const,
    ...(extended && { limit: '0' }),
  };
  const { active_users, total_count } = await api.call(call, { query });
  return integerOf(total_count) ?? readRows(call, active_users, userOf, api.log).length;
}

/** Throws USER_LIMIT_REACHED when an organisation would have more active users than its limit. */
export function assertWithinUserLimit({ user_limit }: OrganisationBody, activeUsers: number): void {
  const limit = userLimitOf(user_limit);
  if (limit !== null && activeUsers > limit) throw failure('USER_LIMIT_REACHED', texts.users.limitReached);
}

/** Throws USER_LIMIT_REACHED when an organisation has no seat for one more active user. */
export async function assertSeatAvailable(
  context: Context,
  organisationId: string,
  organisation: OrganisationBody,
): Promise<void> {
  if (userLimitOf(organisation.user_limit) === null) return;
  assertWithinUserLimit(organisation, (await countActiveUsers(context, organisationId)) + 1);
}
