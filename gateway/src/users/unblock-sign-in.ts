import { sessionNeeded } from '@console/contract/call';
import { signInBlockCalls } from '@console/contract/calls/sign-in-block';
import { failure } from '../base/errors.ts';
import { readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import { userIfComplete } from '../core/user-form.ts';
import type { UnblockSignInInput } from '../generated/resolvers-types.ts';
import { notFoundForInvalidId, readUser, requireKey } from '../product-api/reads.ts';
import { toWireId, type UserBody } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';

/** Ends the block on the sign-in of a user, after REST-7. */
export async function unblockSignIn(context: Context, input: UnblockSignInInput): Promise<UserBody> {
  if (context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  requireKey(context.api);
  const call = signInBlockCalls.unblockSignIn;
  await requireCall(context, call, 'This product API does not block sign-ins.');
  const userId = String(input.userId);
  await readManagedUser(context.api, userId, 'users:unblock');
  await confirmOwnPassword(context, input.currentPassword);
  const { user } = await notFoundForInvalidId(context.api.call(call, { body: { user_id: toWireId(userId) } }), userId);
  return userIfComplete(user) ?? readUser(context.api, userId);
}
