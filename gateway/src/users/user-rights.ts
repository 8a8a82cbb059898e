import { type Action, decideAccess, mayManageRole } from '@console/contract/access';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { ActionBlock } from '../generated/resolvers-types.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, isErased, type OrganisationBody, roleOf, type UserBody, userLimitOf } from '../product-api/shape.ts';
import { readActiveUserCount } from '../specified/user-limit.ts';

/** Nothing of an erased user can be changed. The request knows the caller already, so no row costs a call. */
export async function isAllowedForUser(
  api: RequestCalls,
  user: UserBody,
  action: Action,
  oneself: boolean,
): Promise<boolean> {
  if (isErased(user)) return false;
  const caller = await readCaller(api);
  return (
    decideAccess(caller, action, idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user)) &&
    (oneself || caller.userId !== idOf(user.id))
  );
}

/** SEATS if one more active user would exceed the organisation's limit. */
export async function seatBlock(context: Context, organisation: OrganisationBody): Promise<ActionBlock[]> {
  const limit = userLimitOf(organisation.user_limit);
  if (limit === null) return [];
  return (await readActiveUserCount(context, organisation)) >= limit ? ['SEATS'] : [];
}
