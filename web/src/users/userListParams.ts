import type { SecondFactorFilter, UserFilter } from '../gql/graphql.ts';
import { readYesOrNo, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { name: 'NAME', email: 'EMAIL', department: 'DEPARTMENT', role: 'ROLE' } as const;

const factors = new Map<string, SecondFactorFilter>([
  ['none', 'NONE'],
  ['any', 'ANY'],
  ['app', 'AUTHENTICATOR_APP'],
  ['passkey', 'PASSKEY'],
]);

const filters: Record<string, (value: string) => UserFilter> = {
  role: (id) => ({ roleIds: [id] }),
  department: (name) => ({ departments: [name] }),
  responder: (value) => ({ responder: readYesOrNo(value) }),
  factor: (value) => ({ secondFactor: factors.get(value) }),
};

export type UserListParams = ReturnType<typeof useUserListParams>['params'];

/** The state of the lists of users, and the variables of their pages' queries. External users have no other order and no filters. */
export const useUserListParams = () => {
  const params = useListParams({
    tables: { active: '', inactive: 'inactive', external: 'external' },
    sorts,
    filters,
  });
  const { filter, variables } = params;
  return {
    params,
    variables: {
      ...variables,
      activeFilter: { ...filter, status: 'ACTIVE' },
      inactiveFilter: { ...filter, status: 'INACTIVE' },
    } as const,
  };
};
