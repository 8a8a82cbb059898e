import { attributesBySchema, coreSchema, type ScimAttribute } from './schemas.ts';
import { ScimError } from './scim-error.ts';
import { type FilterTerm, parseTerms } from './terms.ts';

/** Longer paths are rejected unread. */
const maxLength = 500;

/** Path of a value in a user (RFC 7644, section 3.5.2). */
export interface ScimPath {
  attribute: ScimAttribute;
  sub?: ScimAttribute | undefined;
  /** Filter for the elements of a list. */
  terms: readonly FilterTerm[];
}

const written = /^([A-Za-z][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

const find = (attributes: readonly ScimAttribute[] | undefined, name: string): ScimAttribute | undefined =>
  attributes?.find((one) => one.name.toLowerCase() === name.toLowerCase());

function splitSchema(path: string): { schema: string | null; rest: string } {
  for (const schema of Object.keys(attributesBySchema)) {
    const prefix = path.slice(0, schema.length + 1).toLowerCase();
    if (prefix === schema.toLowerCase() || prefix === `${schema.toLowerCase()}:`)
      return { schema, rest: path.slice(schema.length + 1) };
  }
  return { schema: null, rest: path };
}

/** Schema, if a path names its whole extension; null if it names an attribute. */
export function schemaOfPath(path: string): string | null {
  const { schema, rest } = splitSchema(path.trim());
  return rest === '' ? schema : null;
}

/** Parses a path; null for an unknown attribute. Throws `invalidPath`. */
export function findPath(text: string): ScimPath | null {
  const { schema, rest } = splitSchema(text.trim());
  if (schema === null && /^urn:/i.test(rest)) return null;
  const [, name, filter, subName] = (text.length <= maxLength && written.exec(rest)) || [];
  if (name === undefined) throw new ScimError(400, 'The path is not valid.', 'invalidPath');
  const terms = filter === undefined ? [] : parseTerms(filter);
  const attribute =
    schema === null
      ? Object.values(attributesBySchema).flatMap((attributes) => find(attributes, name) ?? [])[0]
      : find(attributesBySchema[schema], name);
  if (!attribute) return null;
  if (terms.length > 0 && !attribute.multiValued)
    throw new ScimError(400, `The attribute ${attribute.name} is not a list.`, 'invalidPath');
  if (subName === undefined) return { attribute, terms };
  const sub = find(attribute.subAttributes, subName);
  return sub ? { attribute, sub, terms } : null;
}

/** Whether a text names an attribute of RFC 7643 that clients must not write. */
export const isReadOnly = (path: string): boolean =>
  ['id', 'meta'].includes(
    path
      .trim()
      .replace(new RegExp(`^${coreSchema}:`, 'i'), '')
      .toLowerCase()
      .split('.')[0] ?? '',
  );

/** A boolean, also as the text that Microsoft Entra ID sends; null for any other value. */
export function readBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : null;
}
