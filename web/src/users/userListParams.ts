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
  /** The arguments of the lists without their pages. */
  exported: Record<'active' | 'inactive' | 'external', object>;
}

/** All tables show their first page, in the server's order without search and filters: mutations update them in the cache. */
export const isDefaultUserList = ({ narrowing, active, inactive, external }: UserListParams): boolean =>
  !narrowing.search &&
  Object.keys(narrowing.filters).length === 0 &&
  [active, inactive, external].every(({ page, sort }) => page === 1 && sort === null);

const responderFilter: Record<string, boolean> = { yes: true, no: false };

/** The state of the lists of users, and the variables of their pages' queries. */
export const useUserListParams = () => {
  const { table, narrowing } = useListParams({
    tables: ['', 'inactive', 'external'],
    sorts,
    filters: ['role', 'department', 'responder'],
  });
  const [active, inactive, external] = [table(), table('inactive'), table('external')];
  const { role, department, responder } = narrowing.filters;
  const filter = {
    ...(role && { roleIds: [role] }),
    ...(department && { departments: [department] }),
    ...(responder && responder in responderFilter && { responder: responderFilter[responder] }),
  };
  const search = narrowing.search || undefined;
  const activeFilter = { status: 'ACTIVE', ...filter } as const;
  const inactiveFilter = { status: 'INACTIVE', ...filter } as const;
  const [activeOrder, inactiveOrder] = [active.variables.orderBy, inactive.variables.orderBy];
  const params: UserListParams = {
    narrowing,
    active,
    inactive,
    external,
    exported: {
      active: { search, filter: activeFilter, orderBy: activeOrder },
      inactive: { search, filter: inactiveFilter, orderBy: inactiveOrder },
      external: { search },
    },
  };
  const variables = {
    search,
    activeFilter,
    activeFirst: active.variables.first,
    activeOffset: active.variables.offset,
    activeOrder,
    inactiveFilter,
    inactiveFirst: inactive.variables.first,
    inactiveOffset: inactive.variables.offset,
    inactiveOrder,
    externalFirst: external.variables.first,
    externalOffset: external.variables.offset,
  } as const;
  return { params, variables };
};
