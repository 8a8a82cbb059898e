import { type ListFilters, type TableParams, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns; the requester of an accepted mapping is its organiser. */
const sorts = {
  brand: 'BRAND_NAME',
  organiser: 'REQUESTER',
  requester: 'REQUESTER',
  email: 'EMAIL',
  accepted: 'AT',
  requested: 'AT',
} as const;

type MappingTableParams = TableParams<(typeof sorts)[keyof typeof sorts]>;

export interface MappingListParams {
  narrowing: ListFilters;
  accepted: MappingTableParams;
  requests: MappingTableParams;
}

/** Both tables show their first page, in the server's order and without search: mutations update them in the cache. */
export const isDefaultMappingList = ({ narrowing, accepted, requests }: MappingListParams): boolean =>
  !narrowing.search && [accepted, requests].every(({ page, sort }) => page === 1 && sort === null);

/** The state of the lists of mappings, and the variables of their page's query. */
export const useMappingListParams = () => {
  const { table, narrowing } = useListParams({ tables: ['', 'request'], sorts });
  const params: MappingListParams = { narrowing, accepted: table(), requests: table('request') };
  const { accepted, requests } = params;
  const variables = {
    search: narrowing.search || undefined,
    acceptedFirst: accepted.variables.first,
    acceptedOffset: accepted.variables.offset,
    acceptedOrder: accepted.variables.orderBy,
    requestFirst: requests.variables.first,
    requestOffset: requests.variables.offset,
    requestOrder: requests.variables.orderBy,
  } as const;
  return { params, variables };
};
