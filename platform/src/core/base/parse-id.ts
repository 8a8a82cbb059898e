import { isId } from '@console/contract/shapes';

const maxId = 2 ** 31 - 1;

/** Parses an id; 0 if no row can have it, because the database would fail on a number out of range. */
export function parseId(value: number | string): number {
  const id = isId(String(value)) ? Number(value) : 0;
  return id <= maxId ? id : 0;
}
