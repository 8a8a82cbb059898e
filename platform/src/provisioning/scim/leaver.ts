import { readBoolean, schemaOfPath } from './path.ts';
import { coreSchema } from './schemas.ts';
import { isObject } from './values.ts';

const names = new Set(['active', `${coreSchema}:active`.toLowerCase()]);
const isActive = (path: string): boolean => names.has(path.trim().toLowerCase());

/** Whether a PUT or PATCH has `active: false`, even if the rest is invalid. The last readable value counts. */
export function asksToDeactivate(body: unknown): boolean {
  let active: boolean | null = null;
  for (const value of activeValues(body))
    active = value === null || value === '' ? null : (readActive(value) ?? active);
  return active === false;
}

/** Reads a boolean, also in an object or a list. */
function readActive(given: unknown): boolean | null {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  return readBoolean(isObject(first) ? first.value : first);
}

/** All values of `active` in order; null if removed. */
function* activeValues(body: unknown): Generator<unknown> {
  if (!isObject(body)) return;
  yield* valuesOf(body);
  const operations = Object.entries(body).flatMap(([key, value]) => (key.toLowerCase() === 'operations' ? value : []));
  for (const operation of operations) {
    if (!isObject(operation)) continue;
    const { op, path, value } = operation;
    const isRemoved = typeof op === 'string' && op.toLowerCase() === 'remove';
    if (typeof path === 'string' && isActive(path)) yield isRemoved ? null : value;
    else if (typeof path !== 'string' || schemaOfPath(path) !== null || path === '')
      for (const values of [value].flat()) yield* valuesOf(values);
  }
}

/** Values of `active` in an object of attributes, and in those of its schemas. */
function* valuesOf(attributes: unknown): Generator<unknown> {
  if (!isObject(attributes)) return;
  for (const [key, value] of Object.entries(attributes))
    if (isActive(key)) yield value;
    else if (isObject(value) && schemaOfPath(key) !== null)
      yield* Object.entries(value).flatMap(([name, one]) => (isActive(name) ? [one] : []));
}
