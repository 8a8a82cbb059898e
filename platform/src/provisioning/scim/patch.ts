import { findPath, isReadOnly, readBoolean, type ScimPath, schemaOfPath } from './path.ts';
import { attributesOf, otherOf, requestOf } from './resource.ts';
import { attributesBySchema, type ScimAttribute } from './schemas.ts';
import { ScimError } from './scim-error.ts';
import type { ScimUser, ScimUserRequest } from './scim-user.ts';
import type { FilterTerm } from './terms.ts';
import {
  type Attributes,
  type Complex,
  invalidValue,
  isObject,
  readSingle,
  readText,
  readValue,
  requireFew,
} from './values.ts';

const maxOperations = 100;
/** Attributes of a request, those of all operations together. Each can be a path with a filter. */
const maxAttributes = 1_000;

type Operator = 'add' | 'replace' | 'remove';

interface Operation {
  op: Operator;
  path: ScimPath;
  value: unknown;
}

/** Lists that the product uses: replacing a missing element fails, unless the filter names a kind to add. Stored-only attributes never fail. */
const usedLists = new Set(['emails', 'phoneNumbers', 'roles']);
/** Sub-attributes by which a filter names a kind of element, such as a mobile number (Microsoft Entra ID). */
const kinds = new Set(['type', 'primary']);

const invalidSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax');

/** Operations of a PATCH request (RFC 7644, section 3.5.2), without unknown attributes. */
export function parsePatch(body: unknown): Operation[] {
  const operations = isObject(body)
    ? Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')?.[1]
    : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('The request must have a list of Operations.');
  if (operations.length > maxOperations)
    throw invalidSyntax(`The request must have at most ${maxOperations} operations.`);
  const parsed = operations.flatMap(parseOperation);
  requireFewAttributes(parsed);
  return parsed;
}

function requireFewAttributes({ length }: readonly unknown[]): void {
  if (length > maxAttributes) throw invalidSyntax(`The request must have at most ${maxAttributes} attributes.`);
}

function parseOperation(given: unknown): Operation[] {
  if (!isObject(given)) throw invalidSyntax('An operation must be an object.');
  const { path, value } = given;
  const op = readOperator(given.op);
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError(400, 'The path must be a string.', 'invalidPath');
  if (op !== 'remove' && value === undefined)
    throw invalidValue('An operation that adds or replaces must have a value.');
  const schema = path ? schemaOfPath(path) : null;
  if (path && schema === null) {
    if (isReadOnly(path)) throw new ScimError(400, `The attribute ${path.trim()} is read-only.`, 'mutability');
    const known = findPath(path);
    return known ? [{ op, path: known, value }] : [];
  }
  if (op === 'remove') {
    if (schema === null) throw new ScimError(400, 'An operation that removes must have a path.', 'noTarget');
    const attributes = attributesBySchema[schema] ?? [];
    return attributes.map((attribute) => ({ op, path: { attribute, terms: [] }, value: undefined }));
  }
  if (!isObject(value)) throw invalidValue('An operation without a path must have an object as its value.');
  return operationsOf(op, value);
}

function readOperator(given: unknown): Operator {
  // Microsoft Entra ID begins the operations with a capital letter.
  const op = typeof given === 'string' ? given.toLowerCase() : '';
  if (op === 'add' || op === 'replace' || op === 'remove') return op;
  throw invalidSyntax('The op of an operation must be add, replace or remove.');
}

/** One operation per attribute. Keys can be paths (Microsoft Entra ID); a schema's attributes can be one nested object. */
function operationsOf(op: Operator, values: Record<string, unknown>, isOfSchema = false): Operation[] {
  const entries = Object.entries(values);
  requireFewAttributes(entries);
  return entries.flatMap(([key, value]) => {
    if (schemaOfPath(key) !== null) return isObject(value) && !isOfSchema ? operationsOf(op, value, true) : [];
    const path = pathOfKey(key);
    return path ? [{ op, path, value }] : [];
  });
}

function pathOfKey(key: string): ScimPath | null {
  try {
    return findPath(key);
  } catch (error) {
    // A key that is not a path is an unknown attribute.
    if (error instanceof ScimError && error.scimType === 'invalidPath') return null;
    throw error;
  }
}

/** Target state of a new or replaced user (RFC 7644, sections 3.3 and 3.5.1). */
export function readUser(body: unknown): ScimUserRequest {
  if (!isObject(body)) throw invalidSyntax('The request must be a JSON object.');
  const attributes: Attributes = {};
  const sent = applyOperations(attributes, operationsOf('add', body));
  if (typeof attributes.userName !== 'string') throw invalidValue('The attribute userName is required.');
  return { ...requestOf(attributes, sent), other: otherOf(attributes) };
}

/** Request of operations on the current state of the user. */
export function patchUser(user: ScimUser, operations: readonly Operation[]): ScimUserRequest {
  const attributes = attributesOf(user);
  const stored = JSON.stringify(otherOf(attributes));
  const sent = applyOperations(attributes, operations);
  const other = otherOf(attributes);
  return { ...requestOf(attributes, sent), ...(JSON.stringify(other) !== stored && { other }) };
}

/** Applies operations in order. Returns the names of their attributes, sub-attributes after a dot. */
function applyOperations(target: Attributes, operations: readonly Operation[]): Set<string> {
  const sent = new Set<string>();
  for (const { op, path, value } of operations) {
    const { attribute, sub } = path;
    if (attribute.multiValued) {
      sent.add(attribute.name);
      const before = target[attribute.name];
      put(target, attribute, changeList(op, path, Array.isArray(before) ? before : [], value));
    } else if (attribute.type !== 'complex') {
      if (sub) continue;
      sent.add(attribute.name);
      put(target, attribute, op === 'remove' ? null : readSingle(attribute, value));
    } else {
      for (const part of partsOf(attribute, sub, op, value)) {
        sent.add(`${attribute.name}.${part.sub.name}`);
        const before = target[attribute.name];
        const changed = { ...(isObject(before) ? (before as Complex) : {}) };
        const single = op === 'remove' ? null : readSingle(part.sub, part.value);
        if (typeof single === 'string' || typeof single === 'boolean') changed[part.sub.name] = single;
        else delete changed[part.sub.name];
        put(target, attribute, Object.keys(changed).length > 0 ? changed : null);
      }
    }
  }
  return sent;
}

function put(target: Attributes, attribute: ScimAttribute, value: Attributes[string] | null): void {
  if (value !== null) target[attribute.name] = value;
  else if (attribute.required && attribute.name in target)
    throw new ScimError(400, `The attribute ${attribute.name} is required and cannot be removed.`, 'mutability');
  else delete target[attribute.name];
}

/** Sub-attributes of a complex operation. A text is the `value`, and managers can be in a list (Microsoft Entra ID). */
function partsOf(attribute: ScimAttribute, sub: ScimAttribute | undefined, op: Operator, value: unknown) {
  const subs = attribute.subAttributes ?? [];
  if (sub) return sub.mutability === 'readOnly' ? [] : [{ sub, value }];
  const given = Array.isArray(value) ? value[0] : value;
  if (op === 'remove' || given === null || given === undefined || given === '')
    return subs.map((one) => ({ sub: one, value: null }));
  const text = readText(given);
  const parts = text === null ? given : { value: text };
  if (!isObject(parts)) throw invalidValue(`The attribute ${attribute.name} must be an object.`);
  return Object.entries(parts).flatMap(([key, part]) => {
    const named = subs.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    return named && named.mutability !== 'readOnly' ? [{ sub: named, value: part }] : [];
  });
}

function changeList(op: Operator, path: ScimPath, before: Complex[], value: unknown): Complex[] | null {
  const changed =
    path.sub || path.terms.length > 0 ? changeElements(op, path, before, value) : changeWhole(op, path, before, value);
  requireFew(path.attribute, changed);
  return changed.length > 0 ? changed : null;
}

const equals = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();

function changeWhole(op: Operator, { attribute }: ScimPath, before: Complex[], value: unknown): Complex[] {
  const given = readValue(attribute, value);
  const elements = Array.isArray(given) ? given : [];
  if (op === 'replace') return elements;
  if (op === 'remove')
    return elements.length > 0
      ? before.filter((one) => !elements.some((removed) => equals(one.value, removed.value)))
      : [];
  const added = elements.filter((one) => !before.some((other) => isSame(one, other)));
  return onePrimary([...before, ...added], added);
}

const isSame = (one: Complex, other: Complex): boolean =>
  one.value !== undefined &&
  equals(one.value, other.value) &&
  equals(one.type, other.type) &&
  one.primary === other.primary;

/** The newest primary element stays primary (RFC 7644, section 3.5.2). */
function onePrimary(all: Complex[], added: Complex[]): Complex[] {
  if (!added.some(({ primary }) => primary === true)) return all;
  return all.map((one) => (one.primary === true && !added.includes(one) ? { ...one, primary: false } : one));
}

/** Changes the elements that a filter finds, or all without one. */
function changeElements(op: Operator, path: ScimPath, before: Complex[], value: unknown): Complex[] {
  const { attribute, sub, terms } = path;
  const isMatch = (one: Complex) => terms.every((term) => hasTerm(one, term));
  const isRemoved = op === 'remove' || value === null || value === '';
  if (isRemoved) {
    if (!sub || sub.name === 'value') return before.filter((one) => !isMatch(one));
    return before.map((one) => (isMatch(one) ? without(one, sub.name) : one));
  }
  const single = sub ? readSingle(sub, value) : undefined;
  const change: Complex = sub
    ? { [sub.name]: single as string | boolean }
    : ((readValue(attribute, value) as Complex[] | null)?.[0] ?? {});
  const changed = before.map((one) => (isMatch(one) ? { ...one, ...change } : one));
  if (before.some(isMatch))
    return onePrimary(
      changed,
      changed.filter((_, place) => isMatch(before[place] ?? {})),
    );
  // A new element must match its filter, otherwise each repetition would add another one.
  const added = { ...valuesOf(attribute, terms), ...change };
  const isFound = isMatch(added);
  const isElement =
    isFound && added.value !== undefined && terms.every((term) => kinds.has(term.attribute.toLowerCase()));
  if (op === 'replace' && terms.length > 0 && usedLists.has(attribute.name) && !isElement)
    throw new ScimError(400, `No value of ${attribute.name} matches the filter of the path.`, 'noTarget');
  return isFound ? onePrimary([...before, added], [added]) : before;
}

const without = (one: Complex, name: string): Complex =>
  Object.fromEntries(Object.entries(one).filter(([key]) => key !== name));

const hasTerm = (one: Complex, { attribute, value }: FilterTerm): boolean =>
  Object.entries(one).some(([name, own]) => equals(name, attribute) && equals(own, value));

/** Values that make an element match a filter. */
function valuesOf(attribute: ScimAttribute, terms: readonly FilterTerm[]): Complex {
  const values = terms.flatMap(({ attribute: name, value }) => {
    const sub = attribute.subAttributes?.find((one) => equals(one.name, name));
    return sub ? [[sub.name, sub.type === 'boolean' ? (readBoolean(value) ?? false) : String(value)] as const] : [];
  });
  return Object.fromEntries(values);
}
