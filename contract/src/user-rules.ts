import { departmentLeadRole, mayManageRole, type RoleKey } from './access.ts';
import { maxLength, texts } from './rules.ts';
import { emailCharacterProblem, nameProblem, textProblem } from './text-rules.ts';

const lengths = {
  firstname: maxLength.personName,
  lastname: maxLength.personName,
  email: maxLength.email,
  designation: maxLength.designation,
  supervisor: maxLength.email,
  department_name: maxLength.department,
  mobile: maxLength.mobile,
} as const;

/** The fields of a user as they were typed, by their names on the wire; the role is already resolved. */
export interface UserFields extends Partial<Record<keyof typeof lengths | 'country_code', string | null | undefined>> {
  /** Null: the named role does not exist. */
  role?: RoleKey | null | undefined;
  dept_lead?: boolean | undefined;
}

/** The fields of a user's own profile. */
export const profileFields = [
  'firstname',
  'lastname',
  'country_code',
  'mobile',
  'designation',
  'supervisor',
  'department_name',
] as const satisfies (keyof UserFields)[];

/** Error texts by field, with the names of the wire. */
export type UserFieldErrors = Partial<Record<keyof UserFields, string>>;

const required = ['firstname', 'lastname', 'email', 'designation', 'supervisor', 'department_name'] as const;
const emails = ['email', 'supervisor'] as const;
const names = ['firstname', 'lastname'] as const;

/** The names as they are stored: these stay valid. */
type StoredNames = Readonly<Partial<Record<(typeof names)[number], unknown>>>;

// Deliberately simple: one @, a dot in the domain, and no character with a meaning in mail headers or HTML.
const email = /^[^\s@<>"`,;:\\()[\]]+@[^\s@<>"'`,;:\\()[\]]+\.[^\s@<>"'`,;:\\()[\].]{2,}$/;

/** Whether a text is an accepted email address. */
export const isEmail = (text: string): boolean => text.length <= maxLength.email && email.test(text);

/**
 * Checks a user against SPEC 5. `fields` are those of the form; `callerRole` is omitted where any role may be assigned, `stored` for a new user. Lengths count
 * characters.
 */
export function validateUser(
  user: UserFields,
  {
    fields,
    callerRole,
    stored,
  }: { fields: readonly (keyof UserFields)[]; callerRole?: RoleKey | null; stored?: StoredNames | undefined },
): UserFieldErrors {
  const problems: UserFieldErrors = {};
  const has = (field: keyof UserFields) => fields.includes(field);
  const text = (field: keyof typeof lengths) => (user[field] ?? '').trim();
  for (const field of emails) if (has(field) && !isEmail(text(field))) problems[field] = 'must be an email address';
  for (const [field, most] of Object.entries(lengths) as [keyof typeof lengths, number][]) {
    if (!has(field)) continue;
    if (Array.from(text(field)).length > most) problems[field] = `must have at most ${most} characters`;
    const problem = textProblem(text(field));
    if (problem) problems[field] = problem;
  }
  for (const field of emails) {
    const problem = has(field) && emailCharacterProblem(text(field));
    if (problem) problems[field] = problem;
  }
  for (const field of names) {
    const problem = has(field) && text(field) !== stored?.[field] && nameProblem(text(field));
    if (problem) problems[field] ??= problem;
  }
  for (const field of required) if (has(field) && text(field) === '') problems[field] = texts.field.required;
  if (has('mobile') && text('mobile') && !(/^[\d -]+$/.test(text('mobile')) && /\d/.test(text('mobile'))))
    problems.mobile ??= 'must be digits, spaces and hyphens';
  const code = (user.country_code ?? '').trim();
  if (has('country_code') && code && !/^\+\d{1,4}([ -]?\d{1,4})?$/.test(code))
    problems.country_code = 'must be a dialling code such as +91';
  if (!has('role')) return problems;
  if (user.role === undefined) problems.role = texts.field.required;
  else if (user.role === null) problems.role = 'is unknown';
  else if (callerRole !== undefined && !mayManageRole(callerRole, user.role)) problems.role = 'is above your own';
  if (has('dept_lead') && user.dept_lead && user.role && user.role !== departmentLeadRole)
    problems.dept_lead = 'is for Auditees only';
  return problems;
}
