import { departmentLeadRole } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { profileFields } from '@console/contract/fields/user-rules';
import { readCaller, readManagedUser, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type UserResult, userResultFromResponse } from '../core/payloads.ts';
import {
  assertValidUser,
  changedUserFields,
  immutableUserFields,
  roleIdOf,
  storedRoleFields,
  userInputNames,
} from '../core/user-form.ts';
import type { UpdateUserInput } from '../generated/resolvers-types.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { boolOf, idOf, roleOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { checkExpectedUpdatedAt, resolveExpectedUpdatedAt } from '../specified/expected-updated-at.ts';
import { findRoleById } from '../specified/lookups.ts';
import { storedTextsOf, withStoredTexts } from '../specified/stored-texts.ts';
import { unchangedUserFields } from '../specified/users.ts';

/** REST-22, then REST-21. Checks permission, organisation, then input. */
export async function updateUser(context: Context, input: UpdateUserInput): Promise<UserResult> {
  const { api } = context;
  const answered = await readManagedUser(context.api, String(input.id), 'users:edit');
  const user = await storedTextsOf(context, answered);
  const caller = await readCaller(api);
  const own = caller.userId === idOf(user.id);
  const changed = withStoredTexts(changedUserFields(input), answered, user);
  const roleChange = await readRoleChange(context, input, user);
  const moved = own && input.roleId !== undefined && String(input.roleId) !== roleIdOf(user);
  const fields = [
    ...profileFields.filter((field) => field in changed),
    ...(roleChange.isGiven ? (['role', 'dept_lead'] as const) : []),
  ];
  const { role, sent } = roleChange;
  assertValidUser({ ...changed, role, dept_lead: sent.dept_lead }, { fields, callerRole: caller.role, stored: user }, [
    moved
      ? {
          path: 'roleId',
          code: 'NOT_ALLOWED',
          message: 'cannot be changed for yourself. Ask another Administrator or Organiser to change it.',
        }
      : null,
    checkExpectedUpdatedAt(input.expectedUpdatedAt),
  ]);

  if (role !== roleOf(user)) requireScopeToGive(caller, role);

  const ent_usr = {
    ...immutableUserFields(user),
    ...(await unchangedUserFields(context, user)),
    ...changed,
    ...(roleChange.isGiven && sent),
    ...(own && storedRoleFields(user)),
    ...(await resolveExpectedUpdatedAt(
      context,
      { kind: 'user', updated_at: user.updated_at },
      input.expectedUpdatedAt,
    )),
  };
  const { user: updated } = await rethrowWithInputNames(
    userInputNames,
    api.call(calls.updateOrgUser, { body: { ent_usr } }),
  );
  return userResultFromResponse(api, updated, { id: idOf(user.id), organisationId: idOf(user.ent_org_id) });
}

/** Role and department lead after the change; a role without the lead ends it. */
async function readRoleChange(context: Context, { roleId, deptLead }: UpdateUserInput, user: UserBody) {
  const stored = roleOf(user) ?? undefined;
  const role = roleId === undefined ? stored : roleId === null ? undefined : await findRoleById(context, roleId);
  const keepsLead = role === departmentLeadRole && boolOf(user.dept_lead);
  const id = roleId == null ? roleIdOf(user) : String(roleId);
  return {
    isGiven: roleId !== undefined || deptLead !== undefined,
    role,
    sent: {
      ...(id !== null && { role_id: toWireId(id) }),
      dept_lead: deptLead === undefined ? keepsLead : (deptLead ?? false),
    },
  };
}
