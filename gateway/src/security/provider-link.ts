import { providerLinksCalls } from '@console/contract/calls/provider-links';
import { failure } from '../base/errors.ts';
import { readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { UnlinkIdentityProviderInput } from '../generated/resolvers-types.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import { toWireId, type UserBody } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';

/** Unlinks a user from their identity provider, after REST-7. */
export async function unlinkIdentityProvider(context: Context, input: UnlinkIdentityProviderInput): Promise<UserBody> {
  if (context.session.isBearer)
    throw failure('FORBIDDEN', 'You cannot use an API key to unlink users from their identity provider.');
  requireKey(context.api);
  const call = providerLinksCalls.unlinkProvider;
  await requireCall(context, call, 'This product API has no links to identity providers.');
  const userId = String(input.userId);
  const user = await readManagedUser(context.api, userId, 'security:end');
  await confirmOwnPassword(context, input.currentPassword);
  await notFoundForInvalidId(context.api.call(call, { body: { user_id: toWireId(userId) } }), userId);
  return user;
}
