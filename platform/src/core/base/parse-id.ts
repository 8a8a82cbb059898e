import { isId } from '@console/contract/shapes';

const maxId = 2 ** 31 - 1;

/** The integer of an id, 0 if no row can have it: the database would fail on a number beyond its column's range. */
export function parseId(value: number | string): number {
  const id = isId(String(value)) ? Number(value) : 0;
  return id <= maxId ? id : 0;
}
