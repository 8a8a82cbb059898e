import { type Action, mayManageRole } from '@console/contract/access';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { readAllowedUser, readCaller, roleOf } from '../product-api/reads.ts';
import type { UserBody } from '../product-api/shape.ts';

/** A user whom the caller may change: checks the role, then the organisation, then the user's level. */
export async function readTargetUser({ api }: Context, id: string, action: Action): Promise<UserBody> {
  const user = await readAllowedUser(api, id, action);
  const { role } = await readCaller(api);
  if (!mayManageRole(role, roleOf(user))) throw failure('FORBIDDEN', 'This user has a higher role than you');
  return user;
}
