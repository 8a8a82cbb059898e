import { type Action, decideAccess } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { isSameEmail } from '@console/contract/fields/domain-rules';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { profileFields } from '@console/contract/fields/user-rules';
import { maxPageSize, searchMaxLength } from '@console/contract/rules';
import { assertAllowed, readAllowedOrganisation, readCaller, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type CreatedUserResult, userResultFromResponse } from '../core/payloads.ts';
import { assertValidUser, profileTextsFromInput, userInputNames } from '../core/user-form.ts';
import type { CreateUserInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { firstRowsWindow } from '../product-api/paging.ts';
import { failedForInvalidId, rethrowWithErrorCodes, rethrowWithInputNames } from '../product-api/refusals.ts';
import { textOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { findRoleById } from '../specified/lookups.ts';
import { assertSeatAvailable } from '../specified/user-limit.ts';
import { readUserPage } from '../specified/user-lists.ts';
import { isEmailWithheld } from '../specified/withheld-emails.ts';

const action: Action = 'users:create';
const fields = [...profileFields, 'email', 'role', 'dept_lead'] as const;

/** REST-20. Checks permission, organisation, then input. */
export async function createUser(context: Context, input: CreateUserInput): Promise<CreatedUserResult> {
  const { api } = context;
  const caller = await readCaller(api);
  const organisationId = input.organisationId == null ? caller.organisationId : String(input.organisationId);
  assertAllowed(decideAccess(caller, action, organisationId ?? ''));
  const form = { ...profileTextsFromInput(input), email: input.email.trim(), dept_lead: input.deptLead ?? false };
  const homeless = organisationId === null ? { path: 'organisationId', ...requiredProblem } : null;
  const role = await findRoleById(context, input.roleId);
  assertValidUser({ ...form, role }, { fields, callerRole: caller.role }, [homeless]);
  requireScopeToGive(caller, role);
  const ofOrganisation = organisationId ?? '';
  await assertSeatAvailable(context, ofOrganisation, await readAllowedOrganisation(api, ofOrganisation, action));

  const ent_usr = { ...form, role_id: toWireId(String(input.roleId)), ent_org_id: toWireId(ofOrganisation) };
  const sent = api.call(calls.createOrgUser, { body: { ent_usr } }).catch((thrown) => {
    if (failedForInvalidId(thrown, ofOrganisation)) assertAllowed('notFound');
    throw thrown;
  });
  const { user, is_email_withheld } = await rethrowWithInputNames(userInputNames, rethrowWithErrorCodes(sent));
  const find = () => findByEmail(context, ofOrganisation, form.email);
  return {
    ...userResultFromResponse(api, user, { organisationId, find }),
    isEmailWithheld: await isEmailWithheld(context, is_email_withheld),
  };
}

/** REST-17: a new user that the response omitted. */
async function findByEmail(context: Context, organisationId: string, email: string): Promise<UserBody> {
  const page = await readUserPage(context, organisationId, 'ACTIVE', {
    window: firstRowsWindow(maxPageSize),
    search: Array.from(email).slice(0, searchMaxLength).join(''),
  });
  const user = page.rows.find((row) => isSameEmail(textOf(row.email) ?? '', email));
  if (user) return user;
  throw incompleteResponse(context.log, calls.createOrgUser, 'user');
}
