import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { RoleKey } from '../gql/graphql.ts';
import { useTypedSearch } from '../ui/table/useTypedSearch.ts';

const choicesQuery = graphql(`
  query useActiveUserSearch_Users($id: ID!, $search: String, $email: String, $roleKeys: [RoleKey!]) {
    organisation(id: $id) {
      id
      users(filter: { status: ACTIVE, email: $email, roleKeys: $roleKeys }, search: $search, first: 20) {
        nodes { id fullName email designation status isInvited }
      }
    }
  }
`);

/** The roles that an organiser may have. */
export const organiserRoles: RoleKey[] = ['ADMINISTRATOR', 'ARCHITECT', 'ORGANISER'];

/** Whether an email certainly belongs to none of the organisation's active users. Without an email no query is sent. */
export const useIsUnknownEmail = (organisationId: string, email: string | null): boolean => {
  const { data, whole } = usePageQuery(
    choicesQuery,
    { id: organisationId, email: email ?? '' },
    { skip: email === null, quiet: true },
  );
  return email !== null && whole && data?.organisation?.users?.nodes.length === 0;
};

/** The first active users of an organisation who match the typed text. Without an organisation no query is sent. */
export const useActiveUserSearch = (organisationId: string | null, roleKeys?: RoleKey[]) => {
  const { search, isSettled, onSearch } = useTypedSearch();
  const { data, loading, failed, retry } = usePageQuery(
    choicesQuery,
    { id: organisationId ?? '', search, roleKeys },
    { keep: () => true, skip: organisationId === null },
  );
  const users = data?.organisation?.users?.nodes;
  return {
    users: users ?? [],
    loading: loading || !isSettled,
    failed: failed && !users,
    search: onSearch,
    retry,
  };
};
