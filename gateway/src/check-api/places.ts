import { listIn, optionsById } from '../product-api/response-reader.ts';
import { isRecord } from '../product-api/shape.ts';

/** Where in the body a part was found: `bare`, or its path; null when it is missing. */
export function locateInBody(body: unknown, key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const [row] = Array.isArray(value) ? value : [];
  const byId =
    row === undefined ? null : pathTo(body, (one) => isRecord(one) && (listIn(one)?.[0] === row || isOption(one, row)));
  if (byId) return `${written(byId)}, an object by id`;
  const path =
    pathTo(body, (one) => one === value && typeof one === 'object') ??
    (row === undefined ? null : pathTo(body, (one) => one === row && typeof one === 'object')) ??
    pathTo(body, (one, path) => one === value && path.at(-1) === key);
  if (path === null) return body === value ? 'bare' : 'found';
  return written(path);
}

/** Whether an object of id to label begins with an option that was read. */
function isOption(one: unknown, row: unknown): boolean {
  const [first] = optionsById(one) ?? [];
  return first !== undefined && isRecord(row) && first.id === row.id && first.label === row.label;
}

const written = (path: readonly string[]): string =>
  path.length === 0 ? 'bare' : `under ${path.join('.').replaceAll('.[]', '[]')}`;

const mostNested = 6;

/** The path to the first matching value, breadth first. */
function pathTo(body: unknown, fits: (value: unknown, path: readonly string[]) => boolean): readonly string[] | null {
  let level: { value: unknown; path: string[] }[] = [{ value: body, path: [] }];
  for (let depth = 0; depth <= mostNested; depth++) {
    const found = level.find(({ value, path }) => fits(value, path));
    if (found) return found.path;
    level = level.flatMap(({ value, path }) => {
      if (Array.isArray(value))
        return value.slice(0, 1).map((entry) => ({ value: entry as unknown, path: [...path, '[]'] }));
      return isRecord(value)
        ? Object.entries(value).map(([key, entry]) => ({ value: entry, path: [...path, key] }))
        : [];
    });
  }
  return null;
}

const mostPlaces = 3;

/** How many entries are where in a body without the list of a call. */
export const entriesIn = (body: unknown): string => entriesBelow(body, []).slice(0, mostPlaces).join(', ');

function entriesBelow(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.length > 0 ? [`${value.length} entries ${written(path)}`] : [];
  if (!isRecord(value) || path.length > mostNested) return [];
  const entries = Object.entries(value);
  const areRows =
    entries.length > 0 &&
    (isByNumber(value) ||
      entries.every(([, entry]) => isRecord(entry) && !hasOnlyObjects(entry) && !isByNumber(entry)));
  if (areRows) return [`${entries.length} entries in an object ${written(path)}`];
  return entries.flatMap(([key, entry]) => entriesBelow(entry, [...path, key]));
}

/** Whether an object has texts or numbers by number, such as labels by id. */
const isByNumber = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(value).every(([key, entry]) => /^\d+$/.test(key) && typeof entry !== 'object');

const hasOnlyObjects = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.values(value).every((entry) => typeof entry === 'object' && entry !== null);
