import { departmentLeadRole, mayManageRole, type RoleKey } from '../access.ts';
import type { FieldProblem } from '../errors.ts';
import { maxLength } from '../rules.ts';
import { asciiDomain, asciiEmail, emailSpellingProblem } from './domain-rules.ts';
import { enteredText, type StoredTexts, storedText } from './field.ts';
import { fieldProblem, requiredProblem } from './field-problem.ts';
import {
  type PersonField,
  type PersonTextField,
  type ProfileField,
  personField,
  personFieldNames,
  type personFields,
} from './person-fields.ts';
import { emailCharacterProblem, nameProblem } from './text-rules.ts';

/** The fields of a user as typed, by their names in REST calls. The role is already resolved. */
export interface UserFields extends Partial<Record<PersonTextField, string | null | undefined>> {
  /** Null if the named role does not exist. */
  role?: RoleKey | null | undefined;
  dept_lead?: boolean | undefined;
}

/** The fields of a user's own profile. */
export const profileFields = personFieldNames.filter(
  (field): field is ProfileField => personField(field).ownProfile === true,
);

/** The texts of a user's own profile as stored. */
export type ProfileTexts = StoredTexts<typeof personFields, ProfileField>;

/** Stored form of a profile's typed or read texts. */
export const profileTextsOf = (textOf: (field: ProfileField) => string | null | undefined): ProfileTexts =>
  Object.fromEntries(
    profileFields.map((field) => [field, storedText(personField(field), textOf(field))]),
  ) as ProfileTexts;

/** The texts of an empty profile. */
export const noProfileTexts = Object.fromEntries(profileFields.map((field) => [field, null])) as Record<
  ProfileField,
  null
>;

export type UserFieldErrors = Partial<Record<PersonField, FieldProblem>>;

/** The user's stored texts: a stored name stays valid. */
type StoredUser = Readonly<Partial<Record<PersonTextField, unknown>>>;

// Deliberately simple: one @, a dot in the domain, and no character with a meaning in mail headers or HTML.
const email = /^[^\s@<>"`,;:\\()[\]]+@[^\s@<>"'`,;:\\()[\]]+\.[^\s@<>"'`,;:\\()[\].]{2,}$/;

/** Whether an email is at or below the domain of the placeholder addresses of erased users. */
export const isErasedEmail = (text: string): boolean => /[@.]erased\.invalid\s*$/i.test(text);

/** The problem of an entered email; null if it is accepted. */
export function emailProblem(text: string): FieldProblem | null {
  const problem = emailCharacterProblem(text) ?? emailSpellingProblem(text) ?? emailFormatProblem(asciiEmail(text));
  return problem ?? (asciiDomain(text.slice(text.lastIndexOf('@') + 1)) === null ? noEmail : null);
}

const noEmail: FieldProblem = { code: 'FORMAT', message: 'must be an email address' };

/** The problem of an email with the ASCII form of its domain, if there is one; null if it is an email. */
export function emailFormatProblem(text: string): FieldProblem | null {
  const characters = emailCharacterProblem(text);
  if (characters) return characters;
  if (text.length > maxLength.email || !email.test(text)) return noEmail;
  return isErasedEmail(text) ? { code: 'NOT_ALLOWED', message: 'cannot be an address of erased.invalid' } : null;
}

/** Whether a text is an email address. Its domain may have any spelling. */
export const isEmail = (text: string): boolean => emailFormatProblem(asciiEmail(text)) === null;

/** Validates a user (SPEC 5) with the form's `fields`. No `callerRole`: any role can be assigned; no `stored`: a new user. */
export function validateUser(
  user: UserFields,
  {
    fields,
    callerRole,
    stored,
  }: { fields: readonly PersonField[]; callerRole?: RoleKey | null; stored?: StoredUser | undefined },
): UserFieldErrors {
  const problems: UserFieldErrors = {};
  for (const field of fields) {
    const problem =
      field === 'role'
        ? roleProblem(user.role, callerRole)
        : field === 'dept_lead'
          ? leadProblem(user)
          : personTextProblem(field, enteredText(personField(field), user[field]), stored?.[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function personTextProblem(field: PersonTextField, text: string, stored: unknown): FieldProblem | null {
  const declared = personField(field);
  const characters = declared.format === 'email' ? emailCharacterProblem(text) : null;
  const problem = characters ?? fieldProblem(declared, text);
  if (problem !== null || text === '') return problem;
  switch (declared.format) {
    case 'name':
      return text === stored ? null : nameProblem(text);
    case 'email':
      return text === stored ? emailFormatProblem(text) : emailProblem(text);
    case 'mobile':
      return /^[\d -]+$/.test(text) && /\d/.test(text)
        ? null
        : { code: 'FORMAT', message: 'must contain only digits, spaces and hyphens' };
    case 'diallingCode':
      return /^\+\d{1,4}([ -]?\d{1,4})?$/.test(text)
        ? null
        : { code: 'FORMAT', message: 'must be a dialling code such as +91' };
    default:
      return null;
  }
}

function roleProblem(role: UserFields['role'], callerRole: RoleKey | null | undefined): FieldProblem | null {
  if (role === undefined) return requiredProblem;
  if (role === null) return { code: 'UNKNOWN', message: 'is unknown' };
  return callerRole === undefined || mayManageRole(callerRole, role)
    ? null
    : { code: 'NOT_ALLOWED', message: 'is above your own' };
}

const leadProblem = ({ dept_lead, role }: UserFields): FieldProblem | null =>
  dept_lead && role && role !== departmentLeadRole ? { code: 'NOT_ALLOWED', message: 'is for Auditees only' } : null;
