import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { givenRole } from '../core/role-by-id.ts';
import { givenIn, keptOf, ownFields, ownRoleOf, refuseFaultyUser, roleIdOf, userNames } from '../core/user-form.ts';
import type { UpdateUserInput } from '../generated/resolvers-types.ts';
import { readCaller } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import { idOf, idOut, momentOf, type UserBody } from '../product-api/shape.ts';
import { targetFor } from './target-user.ts';
import { type ActedUser, asAnswered } from './user-result.ts';

const fields = [...ownFields, 'role', 'dept_lead'] as const;

/** REST-22, then REST-21. Checks the permission, then the organisation, then the input. */
export async function updateUser(context: Context, input: UpdateUserInput): Promise<ActedUser> {
  const { api } = context;
  const user = await targetFor(context, String(input.id), 'users:edit');
  const caller = await readCaller(api);
  const own = caller.userId === idOf(user.id);
  const form = { ...givenIn(input), dept_lead: input.deptLead ?? false };
  const expected = input.expectedUpdatedAt == null ? null : momentOf(input.expectedUpdatedAt);
  const moved = own && String(input.roleId) !== roleIdOf(user);
  refuseFaultyUser({ ...form, role: await givenRole(context, input.roleId) }, { fields, own: caller.role }, [
    moved ? { path: 'roleId', message: 'is your own: somebody else has to change it' } : null,
    input.expectedUpdatedAt != null && expected === null
      ? { path: 'expectedUpdatedAt', message: 'must be a moment' }
      : null,
  ]);

  const given = { ...form, role_id: idOut(String(input.roleId)), ...(own ? ownRoleOf(user) : {}) };
  const ent_usr = { ...keptOf(user), ...given, ...(await expectation(context, user, expected)) };
  const { user: updated } = await withInputNames(userNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  return asAnswered(api, updated, { id: idOf(user.id), organisationId: idOf(user.ent_org_id) });
}

/** Our platform compares in its transaction; for any other product API the gateway compares with what it has just read. */
async function expectation(context: Context, user: UserBody, expected: string | null) {
  if (expected === null) return {};
  if (await context.extended()) return { expected_updated_at: expected };
  const changed = momentOf(user.updated_at);
  if (changed !== null && changed !== expected)
    throw failure('CONFLICT', 'Somebody else has changed this user. Please look at it again.');
  return {};
}
