import type { SecondFactorFilter, UserFilter } from '../gql/graphql.ts';
import { type ListFilters, type TableParams, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { name: 'NAME', email: 'EMAIL', department: 'DEPARTMENT', role: 'ROLE' } as const;

type UserTableParams = TableParams<(typeof sorts)[keyof typeof sorts]>;

export interface UserListParams {
  narrowing: ListFilters;
  active: UserTableParams;
  inactive: UserTableParams;
  /** External users, which have no other order and no filters. */
  external: TableParams;
  /** The active filters, as the schema has them. */
  filter: UserFilter;
}

/** All tables show their first page, in the server's order without search and filters: mutations update them in the cache. */
export const isDefaultUserList = ({ narrowing, active, inactive, external }: UserListParams): boolean =>
  !narrowing.search &&
  Object.keys(narrowing.filters).length === 0 &&
  [active, inactive, external].every(({ page, sort }) => page === 1 && sort === null);

const responderFilter: Record<string, boolean> = { yes: true, no: false };

const factorFilter: Record<string, SecondFactorFilter> = {
  none: 'NONE',
  any: 'ANY',
  app: 'AUTHENTICATOR_APP',
  passkey: 'PASSKEY',
};

/** The state of the lists of users, and the variables of their pages' queries. */
export const useUserListParams = () => {
  const { table, narrowing } = useListParams({
    tables: ['', 'inactive', 'external'],
    sorts,
    filters: ['role', 'department', 'responder', 'factor'],
  });
  const { role, department, responder, factor } = narrowing.filters;
  const filter = {
    ...(role && { roleIds: [role] }),
    ...(department && { departments: [department] }),
    ...(responder && responder in responderFilter && { responder: responderFilter[responder] }),
    ...(factor && factor in factorFilter && { secondFactor: factorFilter[factor] }),
  };
  const params: UserListParams = {
    narrowing,
    active: table(),
    inactive: table('inactive'),
    external: table('external'),
    filter,
  };
  const variables = {
    search: narrowing.search || undefined,
    activeFilter: { status: 'ACTIVE', ...filter },
    activeFirst: params.active.variables.first,
    activeOffset: params.active.variables.offset,
    activeOrder: params.active.variables.orderBy,
    inactiveFilter: { status: 'INACTIVE', ...filter },
    inactiveFirst: params.inactive.variables.first,
    inactiveOffset: params.inactive.variables.offset,
    inactiveOrder: params.inactive.variables.orderBy,
    externalFirst: params.external.variables.first,
    externalOffset: params.external.variables.offset,
  } as const;
  return { params, variables };
};
