/** Rows on a page of a table (CHECKLIST OPEN-48). */
export const pageSizes: readonly number[] = [10, 25, 50, 100];
const defaultPageSize = 25;

/** The product API takes no longer search. */
export const searchMaxLength = 200;

export interface Sort {
  /** Key of the column. */
  key: string;
  descending: boolean;
}

/** A table's part of the address. */
export interface TablePlace {
  page: number;
  size: number;
  /** Null: as the server orders it. */
  sort: Sort | null;
}

/** What a table's parameters are called; a second table on the page has its own name in front. */
export const tableKey = (table: string, name: 'page' | 'size' | 'sort'): string => (table ? `${table}-${name}` : name);

const readPage = (text: string | null): number => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

const readSize = (text: string | null): number => pageSizes.find((size) => String(size) === text) ?? defaultPageSize;

const readSort = (text: string | null, keys: readonly string[]): Sort | null => {
  const descending = text?.startsWith('-') ?? false;
  const key = descending ? text?.slice(1) : text;
  return key && keys.includes(key) ? { key, descending } : null;
};

/** Whatever stands in the address, what comes out can be asked for. */
export const readTable = (address: URLSearchParams, table: string, sortKeys: readonly string[]): TablePlace => ({
  page: readPage(address.get(tableKey(table, 'page'))),
  size: readSize(address.get(tableKey(table, 'size'))),
  sort: readSort(address.get(tableKey(table, 'sort')), sortKeys),
});

export const readSearch = (address: URLSearchParams): string =>
  (address.get('search') ?? '').trim().slice(0, searchMaxLength);

/** A table's place as parameters; what is the default anyway is null, which leaves it out. */
export const placeChanges = (table: string, { page, size, sort }: TablePlace): Record<string, string | null> => ({
  [tableKey(table, 'page')]: page === 1 ? null : String(page),
  [tableKey(table, 'size')]: size === defaultPageSize ? null : String(size),
  [tableKey(table, 'sort')]: sort && `${sort.descending ? '-' : ''}${sort.key}`,
});

/** The address with some parameters changed; null and '' take one out, the rest stays. */
export const withChanges = (address: URLSearchParams, changes: Record<string, string | null>): URLSearchParams => {
  const changed = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
};
