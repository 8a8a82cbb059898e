import { storedEmail } from '@console/contract/fields/domain-rules';
import { attributesBySchema, coreSchema, enterpriseSchema } from './schemas.ts';
import { type ScimUser, type ScimUserRequest, textAttributePaths } from './scim-user.ts';
import { type Attributes, type Complex, isObject } from './values.ts';

const isOfType = (type: string) => (one: Complex) => String(one.type ?? '').toLowerCase() === type;
const isPrimary = ({ primary }: Complex) => primary === true;
const elements = (value: unknown): Complex[] => (Array.isArray(value) ? value : []);
const partsOf = (value: unknown): Complex => (isObject(value) ? (value as Complex) : {});
const withValue = (all: unknown): Complex[] => elements(all).filter(({ value }) => value !== undefined);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isPresent = (value: unknown): boolean =>
  value !== null && value !== undefined && (!Array.isArray(value) || value.length > 0);
const present = (attributes: Record<string, unknown>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => isPresent(value))) as Attributes;

/** Attributes of a user, including stored-only ones. */
export function attributesOf(user: ScimUser): Attributes {
  const { name, emails, phoneNumbers, ...stored } = user.other;
  const { userName, externalId, active, manager } = user;
  const textsIn = (place: 'name' | null) =>
    Object.fromEntries(textAttributePaths.flatMap((one) => (one.within === place ? [[one.name, user[one.name]]] : [])));
  return present({
    userName,
    externalId,
    active,
    ...textsIn(null),
    ...stored,
    name: present({ ...partsOf(name), ...textsIn('name') }),
    emails: withMain(elements(emails), mainEmail, user.email),
    phoneNumbers: withMain(elements(phoneNumbers), mobile, user.mobile),
    manager: manager && { value: manager.id, displayName: manager.displayName },
  });
}

/** The element of a list with the value of a user's column: how to find it, compare its value, and add it. */
interface MainElement {
  find: (all: Complex[]) => Complex | undefined;
  compared: (text: string) => string;
  added: Complex;
}

const mainEmail: MainElement = {
  find: (all) => all.find(isPrimary) ?? all.find(isOfType('work')),
  compared: storedEmail,
  added: { type: 'work', primary: true },
};
const mobile: MainElement = {
  find: (all) => all.find(isOfType('mobile')),
  compared: (text) => text.replace(/\D/g, ''),
  added: { type: 'mobile' },
};

/** Adds the column's value to a list that is otherwise unchanged. */
function withMain(stored: Complex[], { find, compared, added }: MainElement, value: string | null): Complex[] {
  const main = find(stored);
  if (value === null) return stored.filter((one) => one !== main);
  if (!main) return [{ value, ...added }, ...stored];
  const isSame = compared(String(main.value)) === compared(value);
  return isSame ? stored : stored.map((one) => (one === main ? { ...one, value } : one));
}

/** Attributes that the product does not use. */
export function otherOf({ name, emails, phoneNumbers, ...all }: Attributes): Record<string, unknown> {
  const { userName, externalId, active, manager, ...stored } = all;
  const names = withoutTexts(partsOf(name));
  return present({
    ...withoutTexts(stored),
    name: Object.keys(names).length > 0 ? names : null,
    emails: withValue(emails),
    phoneNumbers: withValue(phoneNumbers),
  });
}

const withoutTexts = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([of]) => !textAttributePaths.some(({ name }) => name === of)));

/** Request of attributes. `sent` names those in the request, sub-attributes after a dot. */
export function requestOf(attributes: Attributes, sent: ReadonlySet<string>): ScimUserRequest {
  const { userName, active, emails, phoneNumbers } = attributes;
  const { value: manager } = partsOf(attributes.manager);
  const email = textOf(mainEmail.find(elements(emails))?.value);
  return {
    ...(sent.has('userName') && typeof userName === 'string' && { userName }),
    ...(sent.has('externalId') && { externalId: textOf(attributes.externalId) }),
    ...(sent.has('emails') && { email }),
    ...Object.fromEntries(
      textAttributePaths.flatMap(({ name, within, path }) =>
        sent.has(path) ? [[name, textOf((within === null ? attributes : partsOf(attributes[within]))[name])]] : [],
      ),
    ),
    ...(sent.has('phoneNumbers') && { mobile: textOf(mobile.find(elements(phoneNumbers))?.value) }),
    ...(sent.has('manager.value') && { manager: textOf(manager) }),
    ...(sent.has('roles') && { roles: roleValues(elements(attributes.roles)) }),
    ...(sent.has('active') && typeof active === 'boolean' && { active }),
  };
}

/** The primary role first; null if there is none. */
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

/** Path of a user's resource under the console's URL. */
export const userLocation = (origin: string, id: string): string => `${origin}/scim/v2/Users/${id}`;

const extensionNames = new Set((attributesBySchema[enterpriseSchema] ?? []).map(({ name }) => name));

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
