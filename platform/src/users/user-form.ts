import { departmentLeadRole } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { asciiEmail, storedEmail } from '@console/contract/fields/domain-rules';
import { type PersonField, type PersonTextField, personTextFields } from '@console/contract/fields/person-fields';
import {
  type ProfileTexts,
  profileFields,
  profileTextsOf,
  type UserFields,
  validateUser,
} from '@console/contract/fields/user-rules';
import { entUsrInput, inputId } from '@console/contract/shapes';
import { z } from 'zod';
import { invalidFields } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { diallingCodes } from '../lookups/countries.ts';
import type { RequestedRole } from './roles.ts';

const given = Object.fromEntries(personTextFields.map((field) => [field, z.string().nullish()])) as Record<
  PersonTextField,
  z.ZodOptional<z.ZodNullable<z.ZodString>>
>;
const givenId = inputId.nullish();

/** Missing fields pass the schema, so that the form reports them together with blank ones. */
export const userInput = entUsrInput.extend({
  ...given,
  role_id: givenId,
  dept_lead: z.boolean().nullish(),
  ent_org_id: givenId,
});

export type UserInput = z.output<typeof userInput>;

/** Fields that users can set of others; the email cannot be changed. */
export interface UserForm extends ProfileTexts {
  role_id: number;
  dept_lead: boolean;
}

export type UserPatch = Partial<ProfileTexts> & Pick<UserForm, 'role_id' | 'dept_lead'>;

/** A new user's form, with the email in lower case. */
export interface NewUserForm extends UserForm {
  email: string;
}

const dials = new Set(diallingCodes.map(({ dial }) => dial));

/** Why a well-formed dialling code is invalid, null if it is not. */
export const diallingCodeProblem = (code: string | null | undefined): FieldProblem | null =>
  code?.trim() && !dials.has(code.trim()) ? { code: 'FORMAT', message: 'must be a dialling code' } : null;

/** Parses changes of the caller's own record (SPEC 5). Throws 422 with every invalid field. */
export function parseProfilePatch(input: UserInput, current: UserRow): Partial<ProfileTexts> {
  refuseProblems({ ...input, role: undefined, dept_lead: undefined }, givenFields(input), current);
  return changesOf(input, current);
}

/** Parses changes of another user; a missing role or (if the role allows it) department lead stays. Throws 422. */
export function parseUserPatch(input: UserInput, role: RequestedRole, current: UserRow): UserPatch {
  const dept_lead = input.dept_lead ?? (current.dept_lead && role.key === departmentLeadRole);
  refuseProblems({ ...input, role: role.key, dept_lead }, [...givenFields(input), 'role', 'dept_lead'], current);
  return { ...changesOf(input, current), role_id: role.id ?? 0, dept_lead };
}

/** Parses the whole form of another user like `parseUserPatch`. */
export function parseUserForm(input: UserInput, role: RequestedRole, current: UserRow): UserForm {
  const dept_lead = input.dept_lead ?? (current.dept_lead && role.key === departmentLeadRole);
  refuseProblems({ ...input, role: role.key, dept_lead }, [...profileFields, 'role', 'dept_lead'], current);
  return { ...storedProfileOf((field) => input[field], current), role_id: role.id ?? 0, dept_lead };
}

/** Throws 422 with every invalid field. */
export function parseNewUserForm(input: UserInput, role: RequestedRole): NewUserForm {
  const dept_lead = input.dept_lead ?? false;
  refuseProblems({ ...input, role: role.key, dept_lead }, [...profileFields, 'email', 'role', 'dept_lead']);
  const email = storedEmail(input.email ?? '');
  return { ...storedProfileOf((field) => input[field]), email, role_id: role.id ?? 0, dept_lead };
}

function refuseProblems(user: UserFields, fields: readonly PersonField[], stored?: UserRow): void {
  const { role, ...fieldProblems } = validateUser(user, { fields, stored });
  fieldProblems.country_code ??= diallingCodeProblem(user.country_code) ?? undefined;
  const problems = { ...fieldProblems, role_id: role };
  const errors = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors));
}

/** Texts of a profile as stored: a supervisor that differs from the current one with the ASCII form of the domain. */
export function storedProfileOf(
  textOf: Parameters<typeof profileTextsOf>[0],
  current?: Pick<UserRow, 'supervisor'>,
): ProfileTexts {
  const texts = profileTextsOf(textOf);
  const { supervisor } = texts;
  return { ...texts, supervisor: supervisor === current?.supervisor ? supervisor : asciiEmail(supervisor) };
}

const givenFields = (input: UserInput) => profileFields.filter((field) => input[field] !== undefined);

function changesOf(input: UserInput, current: UserRow): Partial<ProfileTexts> {
  const form = storedProfileOf((field) => input[field], current);
  return Object.fromEntries(givenFields(input).map((field) => [field, form[field]]));
}
