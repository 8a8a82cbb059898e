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

interface ListSpec<Field extends string> {
  /** The tables of the page, each with its own page and order; search and filters apply to all. '' for the first. */
  tables: readonly string[];
  /** The schema's name of each sortable column. */
  sorts: Record<string, Field>;
  filters?: readonly string[];
}

/** The state of one table, and the functions that change it. */
export interface TableParams<Field extends string = string> extends TableState {
  /** The arguments of the schema's connection. */
  variables: { first: number; offset: number; orderBy?: { field: Field; direction: 'ASC' | 'DESC' } };
  /** `replace`: Back does not return to the page that was left. */
  goTo: (page: number, options?: { replace?: boolean }) => void;
  resize: (size: number) => void;
  sortBy: (sort: Sort | null) => void;
}

/** The search and filters of a page's tables. */
export interface ListFilters {
  search: string;
  /** The active filters by name. */
  filters: Record<string, string>;
  setSearch: (search: string) => void;
  setFilter: (name: string, value: string) => void;
  clear: () => void;
}

/** The state of a page's lists, stored in the address: reload, Back and a copied link show the same rows. */
export const useListParams = <Field extends string>({ tables, sorts, filters = [] }: ListSpec<Field>) => {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const write = (changes: Record<string, string | null>, { replace = false } = {}) =>
    setAddress((now) => withParameters(now, changes), { state, preventScrollReset: true, replace });
  const firstPages = Object.fromEntries(tables.map((table) => [tableParameterName(table, 'page'), null]));

  const table = (name = ''): TableParams<Field> => {
    const place = readTableState(address, name, Object.keys(sorts));
    const { page, size, sort } = place;
    const offset = (page - 1) * size;
    const sortField = sort ? sorts[sort.key] : undefined;
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
      // The first row stays on the page.
      resize: (to) => move({ size: to, page: Math.floor(offset / to) + 1 }),
      sortBy: (by) => move({ sort: by, page: 1 }),
    };
  };

  const narrowing: ListFilters = {
    search: readSearch(address),
    filters: Object.fromEntries(
      filters.flatMap((name) => {
        const value = address.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
    setSearch: (search) => write({ ...firstPages, search }),
    setFilter: (name, value) => write({ ...firstPages, [name]: value }),
    clear: () => write({ ...firstPages, search: null, ...Object.fromEntries(filters.map((name) => [name, null])) }),
  };
  return { table, narrowing };
};
