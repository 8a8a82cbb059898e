import { departmentLeadRole, organiserRole, type RoleKey } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import type { FieldError } from '../base/errors.ts';
import { isCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { immutableUserFields, roleIdOf, storedRoleFields, userInputNamesAt } from '../core/user-form.ts';
import type { PersonInput } from '../generated/resolvers-types.ts';
import { readOrganisation } from '../product-api/reads.ts';
import { rethrowWithErrorCodes, rethrowWithInputNames } from '../product-api/refusals.ts';
import { boolOf, recordOf, roleOf, textOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { storedTextsOf, withStoredTexts } from '../specified/stored-texts.ts';
import { assertSeatAvailable } from '../specified/user-limit.ts';
import { completeUser } from '../specified/users.ts';
import { readOrganiser } from './organisers.ts';
import { newUserBody, type PersonForm, personFromInput, personProblems } from './person-form.ts';

export interface OrganiserChange {
  faults: FieldError[];
  isNeeded: boolean;
  /** Role that the change gives; null without a change. */
  givenRole: RoleKey | null | undefined;
  send(): Promise<void>;
}

const path = 'organiser';

/** REST-42, then the change: an existing user by REST-21, else a new one by REST-41 (CHECKLIST OPEN-58). */
export async function planOrganiserChange(
  context: Context,
  organisationId: string,
  input: PersonInput,
  callerRole: RoleKey | null,
): Promise<OrganiserChange> {
  const { api } = context;
  const user = await readOrganiser(api, organisationId);
  if (user !== null) return planUserRecordChange(context, await completeUser(context, user), input, callerRole);
  const form = await personFromInput(context, input, { role: organiserRole });
  const send = async () => {
    await assertSeatAvailable(context, organisationId, await readOrganisation(api, organisationId));
    const body = { ent_usr: newUserBody(form, organisationId) };
    await rethrowWithInputNames(
      userInputNamesAt(path),
      rethrowWithErrorCodes(api.call(calls.createOrganiser, { body })),
    );
  };
  return { faults: personProblems(form, callerRole, path), isNeeded: true, givenRole: form.role, send };
}

/** Change of an existing user by REST-21. Their email stays. */
export async function planUserRecordChange(
  context: Context,
  answered: UserBody,
  input: PersonInput,
  callerRole: RoleKey | null,
): Promise<OrganiserChange> {
  const { api } = context;
  const user = await storedTextsOf(context, answered);
  const oneself = await isCaller(api, answered);
  const defaults = {
    designation: textOf(user.designation),
    department: textOf(user.department_name),
    supervisorEmail: textOf(user.supervisor),
    roleId: roleIdOf(user),
    role: roleOf(user) ?? organiserRole,
  } as const;
  const email = textOf(user.email) ?? '';
  const given = { ...input, email, ...(oneself && { roleId: null }) };
  const typed = await personFromInput(context, given, defaults);
  const form = { ...typed, user: withStoredTexts(typed.user, answered, user) };
  const send = async () => {
    const body = {
      ent_usr: {
        ...form.user,
        ...immutableUserFields(user),
        ...(oneself ? storedRoleFields(user) : newRoleFields(user, form)),
      },
    };
    await rethrowWithInputNames(userInputNamesAt(path), api.call(calls.updateOrgUser, { body }));
  };
  const givenRole = form.role === roleOf(user) ? null : form.role;
  return { faults: personProblems(form, callerRole, path), isNeeded: !matchesRecord(user, form), givenRole, send };
}

const newRoleFields = (user: UserBody, { role, roleId }: PersonForm) => ({
  dept_lead: boolOf(user.dept_lead) && role === departmentLeadRole,
  ...(roleId !== null && { role_id: toWireId(roleId) }),
});

const matchesRecord = (user: UserBody, form: PersonForm): boolean =>
  form.roleId === roleIdOf(user) &&
  Object.entries(form.user).every(
    ([field, text]) => (textOf(recordOf(user)[field])?.trim() ?? null) === (text || null),
  );
