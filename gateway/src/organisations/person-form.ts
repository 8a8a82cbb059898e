import type { RoleKey } from '@console/contract/access';
import { profileFields } from '@console/contract/fields/user-rules';
import { seniorPosts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { profileTextsFromInput, userProblemsByInput } from '../core/user-form.ts';
import type { PersonInput } from '../generated/resolvers-types.ts';
import { toWireId } from '../product-api/shape.ts';
import { readRoles } from '../specified/lookups.ts';

type SeniorPostOf = (typeof seniorPosts)[number];

export interface PersonForm {
  user: ReturnType<typeof profileTextsFromInput> & { email: string };
  role: RoleKey | null;
  roleId: string | null;
}

export interface PersonDefaults {
  designation?: string | null;
  department?: string | null;
  supervisorEmail?: string | null;
  roleId?: string | null;
  role: RoleKey;
}

export function findSeniorPost(designation: string | null | undefined): SeniorPostOf | undefined {
  const name = designation?.trim().toLowerCase();
  return seniorPosts.find(({ id, label }) => id.toLowerCase() === name || label.toLowerCase() === name);
}

export async function personFromInput(
  context: Context,
  input: PersonInput,
  defaults: PersonDefaults,
): Promise<PersonForm> {
  const roles = await readRoles(context);
  const requestedRoleId = input.roleId ?? defaults.roleId;
  const role = roles.find(({ id, key }) =>
    requestedRoleId == null ? key === defaults.role : id === String(requestedRoleId),
  );
  const user = profileTextsFromInput({
    ...input,
    designation: input.designation ?? defaults.designation,
    supervisorEmail: input.supervisorEmail ?? defaults.supervisorEmail,
    department: input.department ?? defaults.department,
  });
  return { user: { ...user, email: input.email.trim() }, role: role?.key ?? null, roleId: role?.id ?? null };
}

export const personProblems = ({ user, role }: PersonForm, callerRole: RoleKey | null, path: string) =>
  userProblemsByInput({ ...user, role }, { fields: [...profileFields, 'email', 'role'], callerRole }, `${path}.`);

export const newUserBody = ({ user, roleId }: PersonForm, organisationId: string) => ({
  ...user,
  dept_lead: false,
  ...(roleId !== null && { role_id: toWireId(roleId) }),
  ent_org_id: toWireId(organisationId),
});
