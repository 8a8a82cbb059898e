import { departmentLeadRole, organiserRole, type RoleKey, roleLevel } from '@console/contract/access';
import { storedText } from '@console/contract/fields/field';
import { type PersonTextField, type ProfileField, personField } from '@console/contract/fields/person-fields';
import { plainNumber } from '@console/contract/fields/text-rules';
import { type ProfileTexts, profileTextsOf, validateUser } from '@console/contract/fields/user-rules';
import { defaultDepartment, notSetText, seniorPosts } from '@console/contract/rules';
import { roleOf, type UserRow } from '../core/database/user-response.ts';
import { diallingCodes } from '../lookups/countries.ts';
import { isSeniorPost } from '../users/designations.ts';
import { type ScimUserRequest, type TextAttributeField, textAttributePaths } from './scim/scim-user.ts';
import { invalidValue } from './scim/values.ts';

type ScimText = Extract<PersonTextField, TextAttributeField | 'country_code' | 'mobile' | 'supervisor'>;

/** Defaults of fields that the identity provider does not set. */
export type ProvisioningDefaults = Record<'designation' | 'department_name', string> & {
  supervisor: string | null;
  role: RoleKey;
};

export interface PlannedFields {
  texts: Partial<Record<ScimText, string | null>>;
  /** Undefined if the role does not change. */
  role: RoleKey | undefined;
  /** Values of `roles` if no mapping has any, null if one has; undefined if none are sent. */
  unknownRole: string | null | undefined;
  /** Columns that SCIM has set afterwards. */
  setFields: string[];
  /** Notes on attributes of the request that were left out, with the reason. */
  notes: string[];
}

interface Given {
  request: ScimUserRequest;
  email: string;
  /** Null for a new person. */
  current: UserRow | null;
  setFields: readonly string[];
  /** Whether missing attributes return to their default if SCIM had set them. */
  replaces: boolean;
  defaults: ProvisioningDefaults;
  /** Email of the request's manager, if they exist. */
  managerEmail: string | null;
  /** Roles by values of `roles`. */
  roles: ReadonlyMap<string, RoleKey>;
}

const attributeNames = {
  ...Object.fromEntries(textAttributePaths.map(({ field, path }) => [field, path])),
  country_code: 'phoneNumbers',
  mobile: 'phoneNumbers',
  supervisor: 'manager',
} as Record<ScimText, string>;

const seniorNames = new Set(seniorPosts.flatMap(({ id, label }) => [id.toLowerCase(), label.toLowerCase()]));
const dials = diallingCodes.map(({ dial }) => dial.slice(1)).sort((a, b) => b.length - a.length);

/** New value of a field, if any, and whether SCIM has set it. */
interface Outcome<Value> {
  value?: Value;
  isSet: boolean;
}

/** Plans the fields of a request (RFC 7644, 3.5). Throws 400 invalidValue. */
export function planProvisionedFields(given: Given): PlannedFields {
  const defaults = defaultTexts(given);
  const { asked, notes } = askedTexts(given);
  const fields = Object.keys(attributeNames) as ScimText[];
  const outcomes = Object.fromEntries(
    fields.map((field) => [field, textOutcome(given, field, asked[field], defaults[field] ?? null)]),
  ) as Record<ScimText, Outcome<string | null>>;
  const { note, ...designation } = designationOutcome(given, outcomes.designation, defaults.designation ?? null);
  const planned = { ...outcomes, designation };
  const texts = Object.fromEntries(
    fields.flatMap((field) => (planned[field].value === undefined ? [] : [[field, planned[field].value]])),
  );
  requireValidTexts(texts, given.current);
  const role = roleOutcome(given);
  const all: Record<string, Outcome<unknown>> = { ...planned, role_id: role };
  return {
    texts,
    role: role.value,
    unknownRole: unknownRoleOf(given),
    setFields: [...new Set([...given.setFields, ...fields, 'role_id'])].filter((field) => all[field]?.isSet ?? true),
    notes: note ? [...notes, note] : notes,
  };
}

const defaultTexts = ({ email, defaults }: Given): Partial<Record<ScimText, string | null>> => ({
  firstname: (email.split('@')[0] ?? '').slice(0, 50),
  lastname: notSetText,
  designation: isSeniorPost(defaults.designation) ? notSetText : defaults.designation,
  department_name: defaults.department_name || defaultDepartment,
  supervisor: defaults.supervisor,
});

/** A sent text is set. A removed one, or with `replaces` a missing one that SCIM had set, gets its default. Others stay, or get it if empty. */
function textOutcome(
  given: Given,
  field: ScimText,
  asked: string | null | undefined,
  byDefault: string | null,
): Outcome<string | null> {
  const { current, replaces, setFields } = given;
  const wasSet = setFields.includes(field);
  // Until the manager of the request exists, the supervisor stays.
  if (field === 'supervisor' && isManagerMissing(given) && current?.supervisor) return { isSet: true };
  if (asked) return { value: asked, isSet: true };
  if (asked === null || (replaces && wasSet)) return { value: byDefault, isSet: false };
  const isMissing = !current?.[field] && (!current || isRequired(field));
  return { ...(isMissing && { value: byDefault }), isSet: wasSet };
}

/** Only a nomination gives or takes a senior position. */
function designationOutcome(
  { request, current }: Given,
  outcome: Outcome<string | null>,
  byDefault: string | null,
): Outcome<string | null> & { note?: string } {
  const held = isSeniorPost(current?.designation);
  const { value, isSet } = outcome;
  const isSenior = seniorNames.has((value ?? '').toLowerCase());
  if (value === undefined || value === current?.designation || (!held && !isSenior))
    return { ...outcome, isSet: isSet && !held };
  const note = held
    ? `The designation stays ${current?.designation}, because only a nomination changes a senior position.`
    : `The designation does not become ${value}, because only a nomination gives a senior position.`;
  return {
    ...(!current?.designation && { value: byDefault }),
    isSet: false,
    ...(request.title && { note }),
  };
}

const isManagerMissing = ({ request, managerEmail }: Given) => Boolean(request.manager) && managerEmail === null;

const isRequired = (field: ScimText) => personField(field).required === true;

/** Texts of a request (undefined: not sent, null: removed), and notes on texts that were left out. */
function askedTexts({ request, managerEmail, defaults, current }: Given) {
  const notes: string[] = [];
  const phone = request.mobile ? phoneOf(request.mobile) : undefined;
  if (request.mobile && !phone)
    notes.push(
      'The phone number was not changed, because a phone number must contain only digits, spaces and hyphens.',
    );
  const manager = request.manager ? (managerEmail ?? defaults.supervisor) : request.manager;
  const shortened = (field: ScimText, text: string | null | undefined) => {
    const whole = textOf(field, text);
    const { maxLength = Infinity } = personField(field);
    const characters = Array.from(whole ?? '');
    if (characters.length <= maxLength) return whole;
    const short = textOf(field, characters.slice(0, maxLength).join(''));
    // Every retry would note it again.
    if (short !== current?.[field])
      notes.push(`${attributeNames[field]} was shortened, because it must have at most ${maxLength} characters.`);
    return short;
  };
  const asked: PlannedFields['texts'] = {
    ...Object.fromEntries(textAttributePaths.map(({ name, field }) => [field, shortened(field, request[name])])),
    supervisor: textOf('supervisor', manager),
    ...((phone || textOf('mobile', request.mobile) === null) && {
      country_code: phone?.dial ?? null,
      mobile: phone?.number ?? null,
    }),
  };
  return { asked, notes };
}

/** A text to store; an empty one is removed. */
const textOf = (field: ScimText, text: string | null | undefined) =>
  text === undefined ? undefined : storedText(personField(field), text) || null;

/** A phone number to store: the longest dialling code it begins with, and the rest; undefined if invalid. */
function phoneOf(text: string): { dial: string | null; number: string } | undefined {
  const plain = plainNumber(text.replace(/^tel:/i, '').replace(/[().\u002F]+/g, ' ')).replace(/ +/g, ' ');
  const digits = plain.replace(/\D/g, '');
  const dial = plain.startsWith('+') ? dials.find((code) => digits.startsWith(code)) : undefined;
  const rest = dial ? plain.replace(new RegExp(`^\\+(?:\\D*\\d){${dial.length}}`), '') : plain;
  const number = rest.replace(/^[ -]+/, '');
  return /^[\d -]{1,20}$/.test(number) && /\d/.test(number) ? { dial: dial ? `+${dial}` : null, number } : undefined;
}

/** The highest mapped role, never above Organiser. */
function roleOutcome(given: Given): Outcome<RoleKey> {
  const { request, current, replaces, setFields, defaults } = given;
  const wasSet = setFields.includes('role_id');
  const byDefault = isGivableByProvider(defaults.role) ? defaults.role : 'AUDITEE';
  if (request.roles?.length) {
    return { value: mappedRoles(given).sort((a, b) => roleLevel(a) - roleLevel(b))[0] ?? byDefault, isSet: true };
  }
  if (request.roles !== undefined || (replaces && wasSet)) return { value: byDefault, isSet: false };
  const isMissing = !current || roleOf(current) === null;
  return { ...(isMissing && { value: byDefault }), isSet: wasSet };
}

const mappedRoles = ({ request, roles }: Given): RoleKey[] =>
  request.roles?.flatMap((value) => roles.get(value) ?? []).filter(isGivableByProvider) ?? [];

function unknownRoleOf(given: Given): string | null | undefined {
  const { roles } = given.request;
  if (roles === undefined) return undefined;
  return roles?.length && mappedRoles(given).length === 0 ? roles.join(', ') : null;
}

const isGivableByProvider = (role: RoleKey): boolean => roleLevel(role) >= roleLevel(organiserRole);

export const staysLead = (current: UserRow, role: RoleKey | null): boolean =>
  current.dept_lead && role === departmentLeadRole;

function requireValidTexts(texts: PlannedFields['texts'], current: UserRow | null): void {
  // The supervisor is the stored email of a user, or missing.
  const entered = (Object.keys(texts) as ScimText[]).filter((field) => field !== 'supervisor');
  const problems = validateUser(texts, { fields: entered, stored: current ?? undefined });
  for (const field of entered) {
    const problem = problems[field];
    if (problem) throw invalidValue(`${attributeNames[field]} ${problem.message}.`);
  }
}

/** Stored texts of a person, complete for a new one. */
export const newTexts = (texts: Partial<Record<ProfileField, string | null>>): ProfileTexts =>
  profileTextsOf((field) => texts[field]);
