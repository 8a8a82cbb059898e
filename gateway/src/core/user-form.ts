import { type ProfileField, personFieldNames, personFields } from '@console/contract/fields/person-fields';
import {
  type ProfileTexts,
  profileFields,
  profileTextsOf,
  type UserFields,
  validateUser,
} from '@console/contract/fields/user-rules';
import type { FieldError } from '../base/errors.ts';
import { type InputNames, inputName } from '../product-api/refusals.ts';
import { boolOf, idOf, recordOf, textOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { assertValid, type Problem } from './input-checks.ts';

type ProfileInput = { readonly [F in ProfileField as (typeof personFields)[F]['name']]?: string | null | undefined };

export const userInputNames: InputNames = {
  ...Object.fromEntries(personFieldNames.map((field) => [field, personFields[field].name])),
  role_id: personFields.role.name,
  ent_org_id: 'organisationId',
  expected_updated_at: 'expectedUpdatedAt',
};

export const userInputNamesAt = (path: string): InputNames =>
  Object.fromEntries(
    [...personFieldNames, 'role_id'].map((field) => [field, `${path}.${inputName(userInputNames, field)}`]),
  );

const typedText = (input: ProfileInput, field: ProfileField) => input[personFields[field].name];

/** Trimmed input, with null for empty optional fields. */
export const profileTextsFromInput = (input: ProfileInput) => profileTextsOf((field) => typedText(input, field));

/** Fields of a partial input: null or blank clears a field, an omitted field is left out. */
export function changedUserFields(input: ProfileInput): Partial<ProfileTexts> {
  const form = profileTextsFromInput(input);
  const given = profileFields.filter((field) => typedText(input, field) !== undefined);
  return Object.fromEntries(given.map((field) => [field, form[field]]));
}

/** Fields of a stored user, for a product API that replaces the whole user. */
export const storedUserFields = (user: UserBody) => profileTextsOf((field) => textOf(user[field]));

export function immutableUserFields(user: UserBody) {
  const [id, organisationId] = [user.id, user.ent_org_id].map(idOf);
  return {
    id: toWireId(id ?? ''),
    email: textOf(user.email) ?? '',
    ...(organisationId && { ent_org_id: toWireId(organisationId) }),
  };
}

/** Fields of a user's own record that only others can change. */
export function storedRoleFields(user: UserBody) {
  const roleId = roleIdOf(user);
  return { dept_lead: boolOf(user.dept_lead), ...(roleId && { role_id: toWireId(roleId) }) };
}

export const roleIdOf = (user: UserBody): string | null => idOf(user.role_id) ?? idOf(recordOf(user.role).id);

/** Problems by input name in the form's order; `prefix` is the user's path. */
export function userProblemsByInput(
  entry: UserFields,
  rules: Parameters<typeof validateUser>[1],
  prefix = '',
): FieldError[] {
  const problems = validateUser(entry, rules);
  return rules.fields.flatMap((field) => {
    const problem = problems[field];
    return problem === undefined ? [] : { path: `${prefix}${inputName(userInputNames, field)}`, ...problem };
  });
}

/** Throws INVALID with all problems of a user; `more` adds others. */
export function assertValidUser(
  entry: UserFields,
  rules: Parameters<typeof validateUser>[1],
  more: readonly Problem[] = [],
): void {
  assertValid(...userProblemsByInput(entry, rules), ...more);
}
