import { useLocation, useSearchParams } from 'react-router-dom';
import {
  readSearch,
  readTableState,
  type Sort,
  type TableState,
  tableParameterName,
  tableParametersOf,
  withParameters,
} from './listAddress.ts';

interface ListSpec<Table extends string, Field extends string, Filter extends object> {
  /** Prefixes of URL parameters by a table's name in the query; each has its own page and order. Search and filters apply to all. */
  tables: Readonly<Record<Table, string>>;
  /** The schema's name of each sortable column. */
  sorts?: Readonly<Record<string, Field>>;
  /** The schema's value for each filter of the URL; undefined for an unknown value. */
  filters?: Readonly<Record<string, (value: string) => Filter | undefined>>;
}

/** The state of one table, and the functions that change it. */
export interface TableParams<Field extends string = string> extends TableState {
  /** The arguments of the schema's connection. */
  variables: { first: number; offset: number; orderBy?: { field: Field; direction: 'ASC' | 'DESC' } };
  /** `replace`: Back does not return to the previous page of the table. */
  goTo: (page: number, options?: { replace?: boolean }) => void;
  resize: (size: number) => void;
  sortBy: (sort: Sort | null) => void;
}

/** The variables of a page's query for all of its tables. */
type TableVariables<Table extends string, Field extends string> = Record<`${Table}First` | `${Table}Offset`, number> &
  Partial<Record<`${Table}Order`, NonNullable<TableParams<Field>['variables']['orderBy']>>>;

/** The search and filters of a page's tables. */
export interface ListFilters {
  search: string;
  /** The active filters by name. */
  filters: Record<string, string>;
  setSearch: (search: string) => void;
  setFilter: (name: string, value: string) => void;
  clear: () => void;
}

/** State of a page's lists in the URL: reload, Back and a copied link show the same rows. */
export const useListParams = <
  Table extends string,
  Field extends string = never,
  Filter extends object = Record<never, never>,
>({
  tables,
  sorts,
  filters,
}: ListSpec<Table, Field, Filter>) => {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const write = (changes: Record<string, string | null>, { replace = false } = {}) =>
    setAddress((now) => withParameters(now, changes), { state, preventScrollReset: true, replace });
  const prefixes = Object.entries<string>(tables) as [Table, string][];
  const firstPages = Object.fromEntries(prefixes.map(([, prefix]) => [tableParameterName(prefix, 'page'), null]));

  const readTable = (name: string): TableParams<Field> => {
    const place = readTableState(address, name, Object.keys(sorts ?? {}));
    const { page, size, sort } = place;
    const offset = (page - 1) * size;
    const sortField = sort ? sorts?.[sort.key] : undefined;
    const move = (changes: Partial<TableState>, options?: { replace?: boolean }) =>
      write(tableParametersOf(name, { ...place, ...changes }), options);
    return {
      ...place,
      variables: {
        first: size,
        offset,
        ...(sort && sortField && { orderBy: { field: sortField, direction: sort.descending ? 'DESC' : 'ASC' } }),
      },
      goTo: (to, options) => move({ page: to }, options),
      // The page that contains the current first row.
      resize: (to) => move({ size: to, page: Math.floor(offset / to) + 1 }),
      sortBy: (by) => move({ sort: by, page: 1 }),
    };
  };

  const filterNames = Object.keys(filters ?? {});
  const narrowing: ListFilters = {
    search: readSearch(address),
    filters: Object.fromEntries(
      filterNames.flatMap((name) => {
        const value = address.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
    setSearch: (search) => write({ ...firstPages, search }),
    setFilter: (name, value) => write({ ...firstPages, [name]: value }),
    clear: () => write({ ...firstPages, search: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
  };
  const read = prefixes.map(([name, prefix]) => [name, readTable(prefix)] as const);
  const given = Object.entries(narrowing.filters).map(([name, value]) => filters?.[name]?.(value));
  return {
    tables: Object.fromEntries(read) as Record<Table, TableParams<Field>>,
    narrowing,
    /** The active filters, as the schema has them. */
    filter: Object.assign({}, ...given) as Filter,
    /** All tables show their first page, in the server's order without search and filters: mutations update them in the cache. */
    isDefault:
      !narrowing.search && given.length === 0 && read.every(([, { page, sort }]) => page === 1 && sort === null),
    variables: {
      search: narrowing.search || undefined,
      ...(Object.fromEntries(
        read.flatMap(
          ([
            name,
            {
              variables: { first, offset, orderBy },
            },
          ]) => [[`${name}First`, first], [`${name}Offset`, offset], ...(orderBy ? [[`${name}Order`, orderBy]] : [])],
        ),
      ) as TableVariables<Table, Field>),
    },
  };
};

/** Value of a filter with the options Yes and No. */
export const readYesOrNo = (value: string): boolean | undefined =>
  value === 'yes' || (value === 'no' ? false : undefined);
