import { decideAccess, mayManageRole } from '@console/contract/access';
import { securityCalls } from '@console/contract/calls/security';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { roleOf } from '../product-api/reads.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';

/** Whether the caller may end the user's sessions. */
export async function mayEndSessions(context: Context, user: UserBody): Promise<boolean> {
  const caller = await readCaller(context.api);
  const mayManage =
    decideAccess(caller, 'security:end', idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user));
  return (mayManage || caller.userId === idOf(user.id)) && mayCall(context, securityCalls.endSession);
}
