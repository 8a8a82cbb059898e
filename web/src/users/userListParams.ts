import type { ExternalUserFilter, SecondFactorFilter, UserFilter } from '../gql/graphql.ts';
import { readYesOrNo, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { name: 'NAME', email: 'EMAIL', department: 'DEPARTMENT', role: 'ROLE' } as const;

const factors = new Map<string, SecondFactorFilter>([
  ['none', 'NONE'],
  ['any', 'ANY'],
  ['app', 'AUTHENTICATOR_APP'],
  ['passkey', 'PASSKEY'],
]);

interface Filter extends UserFilter {
  externalFilter?: ExternalUserFilter;
}

const filterValues: Record<string, (value: string) => Filter | undefined> = {
  role: (id) => ({ roleIds: [id] }),
  department: (name) => ({ departments: [name] }),
  responder: (value) => ({ responder: readYesOrNo(value) }),
  factor: (value) => ({ secondFactor: factors.get(value) }),
  external: (value) =>
    value === 'pending' ? { externalFilter: { states: ['PENDING'], invitedByViewer: false } } : undefined,
};

export type UserListParams = ReturnType<typeof useUserListParams>['params'];

/** State of the user lists in the URL, and the variables of their queries. External users have a fixed order and a separate filter. */
export const useUserListParams = () => {
  const list = useListParams({
    tables: { active: '', inactive: 'inactive', external: 'external' },
    sorts,
    filters: filterValues,
  });
  const { externalFilter, ...filter } = list.filter;
  const { external, ...filters } = list.narrowing.filters;
  const externalFilters: Record<string, string> = external ? { external } : {};
  return {
    params: {
      ...list,
      filter,
      externalFilter,
      narrowing: { ...list.narrowing, filters },
      externalNarrowing: { ...list.narrowing, filters: externalFilters },
    },
    variables: {
      ...list.variables,
      externalFilter,
      activeFilter: { ...filter, status: 'ACTIVE' },
      inactiveFilter: { ...filter, status: 'INACTIVE' },
    } as const,
  };
};
