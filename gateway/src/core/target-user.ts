import type { Action } from '@console/contract/access';
import type { UserBody } from '../product-api/shape.ts';
import { authorizeForUser, readAllowedUser } from './caller.ts';
import type { Context } from './context.ts';

/** A user whom the caller may change: checks the role, then the organisation, then the user's level. */
export async function readTargetUser({ api }: Context, id: string, action: Action): Promise<UserBody> {
  const user = await readAllowedUser(api, id, action);
  await authorizeForUser(api, user, action);
  return user;
}
