/** Rows on a page of a table (CHECKLIST OPEN-48). */
export const pageSizes: readonly number[] = [10, 25, 50, 100];
export const defaultPageSize = 25;

/** The product API's limit. */
export const searchMaxLength = 200;

export interface Sort {
  /** Key of the column. */
  key: string;
  descending: boolean;
}

/** State of a table in the URL. */
export interface TableState {
  page: number;
  size: number;
  /** Null for the server's order. */
  sort: Sort | null;
}

/** The name of a table's parameter; those of a second table on the page have a prefix. */
export const tableParameterName = (table: string, name: 'page' | 'size' | 'sort'): string =>
  table ? `${table}-${name}` : name;

const readPage = (text: string | null): number => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

const readSize = (text: string | null): number => pageSizes.find((size) => String(size) === text) ?? defaultPageSize;

const readSort = (text: string | null, keys: readonly string[]): Sort | null => {
  const descending = text?.startsWith('-') ?? false;
  const key = descending ? text?.slice(1) : text;
  return key && keys.includes(key) ? { key, descending } : null;
};

/** Reads a table's state; invalid parameters become their defaults. */
export const readTableState = (address: URLSearchParams, table: string, sortKeys: readonly string[]): TableState => ({
  page: readPage(address.get(tableParameterName(table, 'page'))),
  size: readSize(address.get(tableParameterName(table, 'size'))),
  sort: readSort(address.get(tableParameterName(table, 'sort')), sortKeys),
});

/** Search to send: shortened to the limit, without half a character at its end. */
export const searchToSend = (typed: string): string =>
  typed
    .trim()
    .slice(0, searchMaxLength)
    .replace(/[\ud800-\udbff]$/, '');

export const readSearch = (address: URLSearchParams): string => searchToSend(address.get('search') ?? '');

/** A table's state as parameters; a default is null, which removes the parameter. */
export const tableParametersOf = (table: string, { page, size, sort }: TableState): Record<string, string | null> => ({
  [tableParameterName(table, 'page')]: page === 1 ? null : String(page),
  [tableParameterName(table, 'size')]: size === defaultPageSize ? null : String(size),
  [tableParameterName(table, 'sort')]: sort && `${sort.descending ? '-' : ''}${sort.key}`,
});

/** The URL with changed parameters; null and '' remove one. */
export const withParameters = (address: URLSearchParams, changes: Record<string, string | null>): URLSearchParams => {
  const changed = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
};
