import { sessionNeeded } from '@console/contract/call';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { UserResult } from '../core/payloads.ts';
import { type IdAndPassword, requirePasswordOrScope, requirePasswordToActivate } from '../core/reauthentication.ts';
import type { MutationDeactivateUserArgs } from '../generated/resolvers-types.ts';
import { mayHandOver, prepareUserState } from '../specified/users.ts';

const { invalidCredentials } = texts.users;

/** REST-7, then REST-19, neither of which is repeated. */
export async function deactivateUser(
  context: Context,
  { id, currentPassword, handOver }: MutationDeactivateUserArgs,
): Promise<UserResult> {
  if (handOver) await requireHandOver(context);
  const change = await prepareUserState(context, String(id), 'users:deactivate', handOver);
  return change(await requirePasswordOrScope(context, currentPassword, invalidCredentials));
}

/** REST-7 if a password is given, then REST-19. */
export async function activateUser(context: Context, { id, currentPassword }: IdAndPassword): Promise<UserResult> {
  const change = await prepareUserState(context, String(id), 'users:activate');
  return change(await requirePasswordToActivate(context, currentPassword, invalidCredentials));
}

/** Throws FORBIDDEN with an API key, CAPABILITY_UNAVAILABLE without support. */
async function requireHandOver(context: Context): Promise<void> {
  if (await mayHandOver(context)) return;
  if (context.session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API cannot hand over responsibilities.');
}
