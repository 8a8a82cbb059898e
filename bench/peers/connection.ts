import type { Body } from './rest.ts';

/** The arguments of a list. */
export interface ListArgs {
  first: number;
  offset?: number | null;
  search?: string | null;
  orderBy?: { field: string; direction: 'ASC' | 'DESC' } | null;
  /** Each list has filters of its own. */
  filter?: Body;
}

const cursorAt = (index: number) => Buffer.from(String(index)).toString('base64url');

/** The rows of a page. */
const connection = (nodes: readonly Body[], total: number, { offset }: ListArgs) => {
  const start = Math.min(offset ?? 0, total);
  return {
    nodes,
    edges: nodes.map((node, index) => ({ ...node, cursor: cursorAt(start + index + 1), node })),
    totalCount: total,
    pageInfo: {
      hasNextPage: start + nodes.length < total,
      hasPreviousPage: start > 0,
      startCursor: nodes.length > 0 ? cursorAt(start + 1) : null,
      endCursor: nodes.length > 0 ? cursorAt(start + nodes.length) : null,
      startIndex: start,
    },
  };
};

/** A page of a whole list. `texts` are searched; `key` is sorted by, largest first unless the arguments say otherwise. */
export function pageOfList(
  rows: readonly Body[],
  args: ListArgs,
  texts: (row: Body) => (string | null | undefined)[],
  key: (row: Body) => string,
) {
  const search = args.search?.trim().toLowerCase();
  const found = search ? rows.filter((row) => texts(row).some((text) => text?.toLowerCase().includes(search))) : rows;
  const sign = args.orderBy?.direction === 'ASC' ? 1 : -1;
  const ordered = found.toSorted(
    (one, other) => sign * key(one).localeCompare(key(other)) || sign * (one.id - other.id),
  );
  const start = args.offset ?? 0;
  return connection(ordered.slice(start, start + args.first), ordered.length, args);
}

const hasPages = process.env.PAGED_LISTS === 'on';

/** A page of a list that the product API has cut, or sends whole in the requested order if it has no pages. */
export function readPage(rows: readonly Body[], total: number | undefined, args: ListArgs) {
  if (total !== undefined) return connection(rows, total, args);
  const start = args.offset ?? 0;
  return connection(rows.slice(start, start + args.first), rows.length, args);
}

/** The parameters of a page for a product API that has them; those without a value are left out. */
export function pageQuery(parameters: Record<string, unknown>): string {
  if (!hasPages) return '';
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(given).toString();
}
