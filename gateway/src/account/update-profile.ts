import { calls } from '@console/contract/calls/all';
import { profileFields } from '@console/contract/user-rules';
import type { Context } from '../core/context.ts';
import { checkExpected, expectedUpdate } from '../core/expected-update.ts';
import {
  assertValidUser,
  changedFields,
  completeUser,
  storedFields,
  unchangedFields,
  unchangedRoleFields,
  userInputNames,
} from '../core/user-form.ts';
import type { UpdateProfileInput } from '../generated/resolvers-types.ts';
import { readCurrentUser, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, type UserBody } from '../product-api/shape.ts';

/** REST-21 for the caller's own record; fields that users cannot change are sent unchanged. */
export async function updateProfile(context: Context, input: UpdateProfileInput): Promise<UserBody> {
  const { api } = context;
  requireKey(api);
  const changed = changedFields(input);
  const fields = profileFields.filter((field) => field in changed);
  assertValidUser(changed, { fields }, [checkExpected(input.expectedUpdatedAt)]);
  const own = await readCurrentUser(api);
  const ent_usr = {
    ...unchangedFields(own),
    ...unchangedRoleFields(own),
    ...(!(await context.supportsExtensions()) && storedFields(own)),
    ...changed,
    ...(await expectedUpdate(context, { kind: 'user', updated_at: own.updated_at }, input.expectedUpdatedAt)),
  };
  const { user } = await rethrowWithInputNames(userInputNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  const updated = completeUser(user);
  return updated && idOf(updated.id) === String(ent_usr.id) ? updated : readCurrentUser(api);
}
