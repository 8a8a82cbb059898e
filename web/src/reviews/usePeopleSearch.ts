import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { RoleKey } from '../gql/graphql.ts';
import { useTypedSearch } from '../ui/table/useTypedSearch.ts';

const peopleQuery = graphql(`
  query usePeopleSearch_People($id: ID!, $search: String, $users: UserFilter!, $external: Boolean!) {
    organisation(id: $id) {
      id
      users(filter: $users, search: $search, first: 20) { totalCount nodes { id fullName email } }
      externalUsers(filter: { states: [ACCEPTED] }, search: $search, first: 10) @include(if: $external) {
        totalCount
        nodes { id user { id fullName email } }
      }
    }
  }
`);

/** The roles that may decide in a review. */
const reviewers = { status: 'ACTIVE', roleKeys: ['ADMINISTRATOR', 'ARCHITECT', 'ORGANISER', 'ASSESSOR'] } as const;
const active = { status: 'ACTIVE' } as const;

/** Number of active users with one of these roles, or without roles of all users including accepted external users. Null while unknown. */
export const usePeopleCount = (organisationId: string, roleKeys: RoleKey[] | null): number | null => {
  const users = roleKeys ? { ...active, roleKeys } : active;
  const variables = { id: organisationId, users, external: roleKeys === null };
  const { data } = usePageQuery(peopleQuery, variables, { quiet: true, skip: roleKeys?.length === 0 });
  if (roleKeys?.length === 0) return 0;
  const { users: own, externalUsers } = data?.organisation ?? {};
  return own ? own.totalCount + (externalUsers?.totalCount ?? 0) : null;
};

/** The first matches of a typed text among the people of an organisation: those who may decide, or all with accepted external users. */
export const usePeopleSearch = (organisationId: string, of: 'reviewers' | 'people') => {
  const { search, isSettled, onSearch } = useTypedSearch();
  const isReviewers = of === 'reviewers';
  const users = isReviewers ? { ...reviewers, roleKeys: [...reviewers.roleKeys] } : active;
  const { data, loading, failed } = usePageQuery(
    peopleQuery,
    { id: organisationId, search, users, external: !isReviewers },
    { keep: () => true },
  );
  const { users: own, externalUsers } = data?.organisation ?? {};
  const found = [...(own?.nodes ?? []), ...(externalUsers?.nodes.map(({ user }) => user) ?? [])];
  return {
    people: found.map(({ id, fullName, email }) => ({ id, label: `${fullName} (${email})` })),
    loading: loading || !isSettled,
    failed: failed && !data,
    search: onSearch,
  };
};
