import type { ScimUser, ScimUserRequest } from '../scim-user.ts';
import { attributesBySchema, coreSchema, enterpriseSchema } from './schemas.ts';
import { type Attributes, type Complex, invalidValue, isObject } from './values.ts';

/** Most bytes of the attributes of a user that are stored only. */
const maxOtherBytes = 8_000;

const isOfType = (type: string) => (one: Complex) => String(one.type ?? '').toLowerCase() === type;
const isPrimary = ({ primary }: Complex) => primary === true;
const elements = (value: unknown): Complex[] => (Array.isArray(value) ? value : []);
const partsOf = (value: unknown): Complex => (isObject(value) ? (value as Complex) : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const present = (attributes: Record<string, unknown>): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined),
  ) as Attributes;

/** The email address of the person: the primary one, otherwise that for work. */
const mainEmail = (emails: Complex[]): Complex | undefined => emails.find(isPrimary) ?? emails.find(isOfType('work'));
const mobileOf = (numbers: Complex[]): Complex | undefined => numbers.find(isOfType('mobile'));

/** The attributes of a user, those that are stored only included. */
export function attributesOf(user: ScimUser): Attributes {
  const { name, emails, phoneNumbers, ...stored } = user.other;
  const { userName, externalId, active, title, department, manager } = user;
  return present({
    ...{ userName, externalId, active, title, department, ...stored },
    name: present({ ...partsOf(name), givenName: user.givenName, familyName: user.familyName }),
    emails: withValue(elements(emails), user.email, { type: 'work', primary: true }),
    phoneNumbers: withValue(elements(phoneNumbers), user.mobile, { type: 'mobile' }),
    manager: manager && { value: manager.id, displayName: manager.displayName },
  });
}

/** The element without a value is that of the user's column. */
function withValue(stored: Complex[], value: string | null, added: Complex): Complex[] | null {
  const others = stored.filter((one) => one.value !== undefined);
  if (value === null) return others.length > 0 ? others : null;
  const own = stored.length > others.length;
  return own ? stored.map((one) => ({ value, ...one })) : [{ value, ...added }, ...others];
}

function withoutValue(sent: Complex[], mainOf: (all: Complex[]) => Complex | undefined): Complex[] | null {
  const main = mainOf(sent);
  const stored = sent.flatMap(({ value, ...one }, place) => {
    if (value === undefined) return [];
    return [sent[place] === main ? one : { value, ...one }];
  });
  return stored.length > 0 ? stored : null;
}

/** The attributes that the product does not use. */
export function otherOf({ name, emails, phoneNumbers, ...all }: Attributes): Record<string, unknown> {
  const { userName, externalId, active, title, department, manager, ...stored } = all;
  const { givenName, familyName, ...names } = partsOf(name);
  const other = present({
    ...stored,
    name: Object.keys(names).length > 0 ? names : null,
    emails: withoutValue(elements(emails), mainEmail),
    phoneNumbers: withoutValue(elements(phoneNumbers), mobileOf),
  });
  if (Buffer.byteLength(JSON.stringify(other)) > maxOtherBytes)
    throw invalidValue(`The attributes that are stored only must have at most ${maxOtherBytes} bytes together.`);
  return other;
}

/** What attributes ask for. `sent` names those that the request has, sub-attributes after a dot. */
export function requestOf(attributes: Attributes, sent: ReadonlySet<string>): ScimUserRequest {
  const { userName, active, emails, phoneNumbers } = attributes;
  const { givenName, familyName } = partsOf(attributes.name);
  const { value: manager } = partsOf(attributes.manager);
  const email = textOf(mainEmail(elements(emails))?.value);
  return {
    ...(sent.has('userName') && typeof userName === 'string' && { userName }),
    ...(sent.has('externalId') && { externalId: textOf(attributes.externalId) }),
    ...(sent.has('emails') && { email }),
    ...(sent.has('name.givenName') && { givenName: textOf(givenName) }),
    ...(sent.has('name.familyName') && { familyName: textOf(familyName) }),
    ...(sent.has('phoneNumbers') && { mobile: textOf(mobileOf(elements(phoneNumbers))?.value) }),
    ...(sent.has('title') && { title: textOf(attributes.title) }),
    ...(sent.has('department') && { department: textOf(attributes.department) }),
    ...(sent.has('manager.value') && { manager: textOf(manager) }),
    ...(sent.has('roles') && { roles: roleValues(elements(attributes.roles)) }),
    ...(sent.has('active') && typeof active === 'boolean' && { active }),
  };
}

/** The primary role first; null without any. */
function roleValues(roles: Complex[]): string[] | null {
  const values = [...roles.filter(isPrimary), ...roles.filter((one) => !isPrimary(one))].flatMap(({ value }) =>
    typeof value === 'string' ? [roleValue(value)] : [],
  );
  return values.length > 0 ? values : null;
}

/** Microsoft Entra ID patches roles with the JSON of an assignment as their value (customize-application-attributes, "Provisioning a role to a SCIM app"). */
function roleValue(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const assignment: unknown = JSON.parse(text);
    return isObject(assignment) && typeof assignment.value === 'string' ? assignment.value : text;
  } catch {
    return text;
  }
}

/** The path of a user's resource under the console's URL. */
export const userLocation = (origin: string, id: string): string => `${origin}/scim/v2/Users/${id}`;

const extensionNames = new Set((attributesBySchema[enterpriseSchema] ?? []).map(({ name }) => name));

/** A user in the form of RFC 7643, sections 3 and 4. */
export function toScimResource(user: ScimUser, origin: string): Record<string, unknown> {
  const entries = Object.entries(attributesOf(user));
  const extension = Object.fromEntries(entries.filter(([name]) => extensionNames.has(name)));
  if (user.manager) extension.manager = { ...partsOf(extension.manager), $ref: userLocation(origin, user.manager.id) };
  const isExtended = Object.keys(extension).length > 0;
  return {
    schemas: isExtended ? [coreSchema, enterpriseSchema] : [coreSchema],
    id: user.id,
    ...Object.fromEntries(entries.filter(([name]) => !extensionNames.has(name))),
    ...(isExtended && { [enterpriseSchema]: extension }),
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: userLocation(origin, user.id),
      version: user.version,
    },
  };
}
