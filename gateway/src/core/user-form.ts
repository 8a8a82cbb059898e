import { type UserEntry, userProblems } from '@console/contract/user-rules';
import type { FieldError } from '../base/errors.ts';
import { type InputNames, inputName } from '../product-api/refusals.ts';
import { boolOf, idOf, idOut, recordOf, textOf, type UserBody, userOf } from '../product-api/shape.ts';
import { type Check, refuseFaulty } from './input-checks.ts';

/** What every form of a user has, as a person filled it in. */
interface UserForm {
  firstName: string;
  lastName: string;
  designation: string;
  supervisorEmail: string;
  department: string;
  countryCode?: string | null | undefined;
  mobile?: string | null | undefined;
}

/** The names of a user's fields in our inputs. */
export const userNames: InputNames = {
  firstname: 'firstName',
  lastname: 'lastName',
  supervisor: 'supervisorEmail',
  department_name: 'department',
  country_code: 'countryCode',
  role: 'roleId',
  role_id: 'roleId',
  dept_lead: 'deptLead',
  ent_org_id: 'organisationId',
  expected_updated_at: 'expectedUpdatedAt',
};

/** The fields of everybody's own profile. */
export const ownFields = [
  'firstname',
  'lastname',
  'country_code',
  'mobile',
  'designation',
  'supervisor',
  'department_name',
] as const satisfies (keyof UserEntry)[];

/** What was filled in, as the wire has it: without the space around it, and null for what is empty and may be. */
export const givenIn = (input: UserForm) => ({
  firstname: input.firstName.trim(),
  lastname: input.lastName.trim(),
  designation: input.designation.trim(),
  supervisor: input.supervisorEmail.trim(),
  department_name: input.department.trim(),
  country_code: input.countryCode?.trim() || null,
  mobile: input.mobile?.trim() || null,
});

/** What nobody changes of a user who is there already; it goes out as it is. */
export function keptOf(user: UserBody) {
  const [id, organisationId] = [user.id, user.ent_org_id].map(idOf);
  return {
    id: idOut(id ?? ''),
    email: textOf(user.email) ?? '',
    ...(organisationId && { ent_org_id: idOut(organisationId) }),
  };
}

/** The part of a record that people cannot change of their own, as it is. */
export function ownRoleOf(user: UserBody) {
  const roleId = roleIdOf(user);
  return { dept_lead: boolOf(user.dept_lead), ...(roleId && { role_id: idOut(roleId) }) };
}

/** The product API's id of a user's role. */
export const roleIdOf = (user: UserBody): string | null => idOf(user.role_id) ?? idOf(recordOf(user.role).id);

/** What is wrong with a user, by the input's names and in the form's order; `place` is where the user stands in the input. */
export function userFaults(entry: UserEntry, rules: Parameters<typeof userProblems>[1], place = ''): FieldError[] {
  const problems = userProblems(entry, rules);
  return rules.fields.flatMap((field) => {
    const message = problems[field];
    return message === undefined ? [] : { path: `${place}${inputName(userNames, field)}`, message };
  });
}

/** Throws INVALID with everything that is wrong with a user, by the input's names; `more` is what else is. */
export function refuseFaultyUser(
  entry: UserEntry,
  rules: Parameters<typeof userProblems>[1],
  more: readonly Check[] = [],
): void {
  refuseFaulty(...userFaults(entry, rules), ...more);
}

/** The user of an answer of REST-19 to REST-21; null unless every field of a user is there. */
export function wholeUser(answered: UserBody | null | undefined): UserBody | null {
  const user = userOf(answered);
  const whole = user !== null && [...ownFields, 'role', 'dept_lead', 'is_disabled'].every((key) => key in user);
  return whole ? user : null;
}
