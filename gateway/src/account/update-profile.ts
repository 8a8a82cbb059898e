import { calls } from '@console/contract/calls/all';
import type { Context } from '../core/context.ts';
import {
  assertValidUser,
  completeUser,
  profileFields,
  unchangedFields,
  unchangedRoleFields,
  userFromInput,
  userInputNames,
} from '../core/user-form.ts';
import type { UpdateProfileInput } from '../generated/resolvers-types.ts';
import { readCurrentUser, requireKey } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';

/** REST-21 for the caller's own record; fields that users cannot change are sent unchanged. */
export async function updateProfile({ api }: Context, input: UpdateProfileInput): Promise<UserBody> {
  requireKey(api);
  const given = userFromInput(input);
  assertValidUser(given, { fields: profileFields });
  const own = await readCurrentUser(api);
  const ent_usr = { ...unchangedFields(own), ...unchangedRoleFields(own), ...given };
  const { user } = await withInputNames(userInputNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  const updated = completeUser(user);
  return updated && idOf(updated.id) === String(ent_usr.id) ? updated : readCurrentUser(api);
}
