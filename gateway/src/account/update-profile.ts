import { calls } from '@console/contract/calls/all';
import type { Context } from '../core/context.ts';
import { givenIn, keptOf, ownFields, ownRoleOf, refuseFaultyUser, userNames, wholeUser } from '../core/user-form.ts';
import type { UpdateProfileInput } from '../generated/resolvers-types.ts';
import { keyOf, readCurrentUser } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';

/** REST-21 for the caller's own record; fields that users cannot change are sent unchanged. */
export async function updateProfile({ api }: Context, input: UpdateProfileInput): Promise<UserBody> {
  keyOf(api);
  const given = givenIn(input);
  refuseFaultyUser(given, { fields: ownFields });
  const own = await readCurrentUser(api);
  const ent_usr = { ...keptOf(own), ...ownRoleOf(own), ...given };
  const { user } = await withInputNames(userNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  const updated = wholeUser(user);
  return updated && idOf(updated.id) === String(ent_usr.id) ? updated : readCurrentUser(api);
}
