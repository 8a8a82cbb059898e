import { calls } from '@console/contract/calls/all';
import { maxLength } from '@console/contract/rules';
import type { Context } from '../context.ts';
import type { UpdateProfileInput } from '../generated/resolvers-types.ts';
import { atMost, line, refuseFaulty } from '../input-checks.ts';
import { keyOf, readCurrentUser } from '../product-api/reads.ts';
import { type InputNames, withInputNames } from '../product-api/refusals.ts';
import { boolOf, idOf, idOut, objectOf, textOf, type UserBody, userOf } from '../product-api/shape.ts';

const longestCountryCode = 8;

/** The names of REST-21's fields in the profile. */
const profileNames: InputNames = {
  firstname: 'firstName',
  lastname: 'lastName',
  supervisor: 'supervisorEmail',
  department_name: 'department',
  country_code: 'countryCode',
};

/** REST-21 for the caller's own record: what people may not change of it goes out as it is. */
export async function updateProfile({ api }: Context, input: UpdateProfileInput): Promise<UserBody> {
  keyOf(api);
  refuseFaulty(
    line('firstName', input.firstName, maxLength.personName),
    line('lastName', input.lastName, maxLength.personName),
    line('designation', input.designation, maxLength.designation),
    line('supervisorEmail', input.supervisorEmail, maxLength.email),
    line('department', input.department, maxLength.department),
    atMost('countryCode', input.countryCode, longestCountryCode),
    atMost('mobile', input.mobile, maxLength.mobile),
  );
  const ent_usr = { ...keptOf(await readCurrentUser(api)), ...givenIn(input) };
  const answer = await withInputNames(profileNames, api.call(calls.updateOrgUser, { body: { ent_usr } }));
  const user = userOf(objectOf(answer, 'user', 'ent_usr'));
  const whole = user !== null && Object.keys(profileNames).every((key) => key in user) && 'role' in user;
  return whole && idOf(user.id) === String(ent_usr.id) ? user : readCurrentUser(api);
}

const givenIn = (input: UpdateProfileInput) => ({
  firstname: input.firstName.trim(),
  lastname: input.lastName.trim(),
  designation: input.designation.trim(),
  supervisor: input.supervisorEmail.trim(),
  department_name: input.department.trim(),
  country_code: input.countryCode?.trim() || null,
  mobile: input.mobile?.trim() || null,
});

function keptOf(user: UserBody) {
  const [id, roleId, organisationId] = [user.id, user.role_id, user.ent_org_id].map(idOf);
  return {
    id: idOut(id ?? ''),
    email: textOf(user.email) ?? '',
    dept_lead: boolOf(user.dept_lead),
    ...(roleId && { role_id: idOut(roleId) }),
    ...(organisationId && { ent_org_id: idOut(organisationId) }),
  };
}
