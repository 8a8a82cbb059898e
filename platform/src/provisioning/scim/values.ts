import { normaliseText, textProblem } from '@console/contract/fields/text-rules';
import { readBoolean } from './path.ts';
import type { ScimAttribute } from './schemas.ts';
import { ScimError } from './scim-error.ts';

/** An element of a list, or a complex value. */
export type Complex = Record<string, string | boolean>;
export type Value = string | boolean | Complex | Complex[];

/** Attributes by name; names are unique across schemas. */
export type Attributes = Record<string, Value>;

const maxLength = 1_000;
const maxElements = 50;
const multiline = new Set(['formatted', 'streetAddress']);

export const invalidValue = (detail: string) => new ScimError(400, detail, 'invalidValue');

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Value to compare and store; null for none, an empty list or an empty text (RFC 7643, section 2.5). */
export function readValue(attribute: ScimAttribute, value: unknown): Value | null {
  if (value === null || value === undefined || value === '') return null;
  if (!attribute.multiValued) return readSingle(attribute, value);
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  requireFew(attribute, elements);
  const read = elements.map((one) => readComplex(attribute, one)).filter((one) => one !== null);
  return read.length > 0 ? read : null;
}

/** Throws 400 for a long list: comparing its elements would block other requests. */
export function requireFew({ name }: ScimAttribute, elements: readonly unknown[]): void {
  if (elements.length > maxElements)
    throw invalidValue(`The attribute ${name} must have at most ${maxElements} values.`);
}

/** Value of a sub-attribute, or of an attribute that is not a list. */
export function readSingle(attribute: ScimAttribute, value: unknown): string | boolean | Complex | null {
  if (value === null || value === undefined || value === '') return null;
  if (attribute.type === 'complex') return readComplex(attribute, Array.isArray(value) ? value[0] : value);
  if (attribute.type === 'boolean') {
    const read = readBoolean(value);
    if (read === null) throw invalidValue(`The attribute ${attribute.name} must be true or false.`);
    return read;
  }
  const text = readText(value);
  if (text === null) throw invalidValue(`The attribute ${attribute.name} must be a string.`);
  if (text.length > maxLength)
    throw invalidValue(`The attribute ${attribute.name} must have at most ${maxLength} characters.`);
  const problem = textProblem(text, { multiline: multiline.has(attribute.name) });
  if (problem) throw invalidValue(`The attribute ${attribute.name} ${problem.message}.`);
  // Identity providers compare these values with the ones they have sent.
  if (attribute.name === 'externalId') return text;
  return attribute.name === 'userName' ? text.trim() || null : normaliseText(text);
}

/** A text, also from a number; null for other values, and for numbers that JSON has rounded. */
export function readText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
}

/** A text is the `value`, as Microsoft Entra ID sends managers. */
function readComplex(attribute: ScimAttribute, given: unknown): Complex | null {
  const text = readText(given);
  const value = text === null ? given : { value: text };
  if (value === null || value === undefined) return null;
  if (!isObject(value)) throw invalidValue(`The attribute ${attribute.name} must be an object.`);
  const subs = attribute.subAttributes ?? [];
  const read = Object.entries(value).flatMap(([key, one]) => {
    const sub = subs.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    const single = sub && readSingle(sub, one);
    return sub && (typeof single === 'string' || typeof single === 'boolean') ? [[sub.name, single] as const] : [];
  });
  return read.length > 0 ? Object.fromEntries(read) : null;
}
