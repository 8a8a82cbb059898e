import type { Action } from '@console/contract/access';
import { texts } from '@console/contract/rules';
import type { Context } from '../context.ts';
import { failure } from '../errors.ts';
import { organisationFor } from '../product-api/reads.ts';
import { userLimitOf } from '../product-api/shape.ts';
import { UserLists } from './user-lists.ts';

/** Throws USER_LIMIT_REACHED when one more active user does not fit. Our platform counts in its own transaction; for any other it is counted here. */
export async function refuseWithoutSeat(context: Context, organisationId: string, action: Action): Promise<void> {
  const { api } = context;
  if (await context.extended()) return;
  const limit = userLimitOf((await organisationFor(api, organisationId, action)).user_limit);
  if (limit === null) return;
  if ((await UserLists.of(context).activeCount(organisationId)) >= limit)
    throw failure('USER_LIMIT_REACHED', texts.users.limitReached);
}
