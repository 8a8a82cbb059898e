import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { findRoleById } from '../core/role-by-id.ts';
import {
  assertValidUser,
  profileFields,
  roleIdOf,
  unchangedFields,
  unchangedRoleFields,
  userFromInput,
  userInputNames,
} from '../core/user-form.ts';
import type { UpdateUserInput } from '../generated/resolvers-types.ts';
import { readCaller } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOf, momentOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { readTargetUser } from './target-user.ts';
import { resultFromResponse, type UserResult } from './user-result.ts';

const fields = [...profileFields, 'role', 'dept_lead'] as const;

/** REST-22, then REST-21. Checks the permission, then the organisation, then the input. */
export async function updateUser(context: Context, input: UpdateUserInput): Promise<UserResult> {
  const { api } = context;
  const user = await readTargetUser(context, String(input.id), 'users:edit');
  const caller = await readCaller(api);
  const own = caller.userId === idOf(user.id);
  const form = { ...userFromInput(input), dept_lead: input.deptLead ?? false };
  const expected = input.expectedUpdatedAt == null ? null : momentOf(input.expectedUpdatedAt);
  const moved = own && String(input.roleId) !== roleIdOf(user);
  assertValidUser({ ...form, role: await findRoleById(context, input.roleId) }, { fields, own: caller.role }, [
    moved ? { path: 'roleId', message: 'is your own: somebody else has to change it' } : null,
    input.expectedUpdatedAt != null && expected === null
      ? { path: 'expectedUpdatedAt', message: 'must be a moment' }
      : null,
  ]);

  const given = { ...form, role_id: toWireId(String(input.roleId)), ...(own ? unchangedRoleFields(user) : {}) };
  const ent_usr = { ...unchangedFields(user), ...given, ...(await expectedUpdate(context, user, expected)) };
  const { user: updated } = await withInputNames(userInputNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  return resultFromResponse(api, updated, { id: idOf(user.id), organisationId: idOf(user.ent_org_id) });
}

/** Our platform compares in its transaction; for any other product API the gateway compares with what it has just read. */
async function expectedUpdate(context: Context, user: UserBody, expected: string | null) {
  if (expected === null) return {};
  if (await context.supportsExtensions()) return { expected_updated_at: expected };
  const changed = momentOf(user.updated_at);
  if (changed !== null && changed !== expected)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return {};
}
