import { calls } from '@console/contract/calls/all';
import { profileFields } from '@console/contract/fields/user-rules';
import type { Context } from '../core/context.ts';
import {
  assertValidUser,
  changedUserFields,
  immutableUserFields,
  storedRoleFields,
  userInputNames,
} from '../core/user-form.ts';
import type { UpdateProfileInput } from '../generated/resolvers-types.ts';
import { readPerson, requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, type UserBody, userIfComplete } from '../product-api/shape.ts';
import { checkExpectedUpdatedAt, resolveExpectedUpdatedAt } from '../specified/expected-updated-at.ts';
import { storedTextsOf, withStoredTexts } from '../specified/stored-texts.ts';
import { unchangedUserFields } from '../specified/users.ts';

/** REST-21 for the caller's own record; fields that users cannot change are sent unchanged. */
export async function updateProfile(context: Context, input: UpdateProfileInput): Promise<UserBody> {
  const { api } = context;
  requireKey(api);
  const answered = await readPerson(api);
  const own = await storedTextsOf(context, answered);
  const changed = withStoredTexts(changedUserFields(input), answered, own);
  const fields = profileFields.filter((field) => field in changed);
  assertValidUser(changed, { fields, stored: own }, [checkExpectedUpdatedAt(input.expectedUpdatedAt)]);
  const ent_usr = {
    ...immutableUserFields(own),
    ...(await unchangedUserFields(context, own)),
    ...storedRoleFields(own),
    ...changed,
    ...(await resolveExpectedUpdatedAt(context, { kind: 'user', updated_at: own.updated_at }, input.expectedUpdatedAt)),
  };
  const { user } = await rethrowWithInputNames(userInputNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  const updated = userIfComplete(user);
  return updated && idOf(updated.id) === String(ent_usr.id) ? updated : readPerson(api);
}
