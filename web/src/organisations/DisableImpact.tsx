import { Skeleton, Text } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { countOf } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';

const impactQuery = graphql(`
  query DisableImpact($id: ID!) {
    organisation(id: $id) {
      id
      activeUserCount
      mappings(filter: { states: [ACCEPTED] }, first: 1) { totalCount }
    }
  }
`);

export interface DisableImpactProps {
  id: string;
  brandName: string;
}

/** The number of users and mappings of an organisation, loaded when the confirmation to disable it opens. A failure is shown here and does not block the action. */
export function DisableImpact({ id, brandName }: DisableImpactProps) {
  const { data, loading } = usePageQuery(impactQuery, { id }, { quiet: true });
  const organisation = data?.organisation;
  if (!organisation && loading)
    return <Skeleton h={22} aria-label={`Loading the users and mappings of ${isolated(brandName)}`} role="status" />;
  const users = organisation?.activeUserCount ?? null;
  const mappings = organisation?.mappings?.totalCount ?? null;
  const known = [
    ...(users === null ? [] : [countOf(users, 'active user')]),
    ...(mappings === null ? [] : [countOf(mappings, 'accepted mapping')]),
  ];
  const unknown = [...(users === null ? ['users'] : []), ...(mappings === null ? ['mappings'] : [])];
  return (
    <>
      {known.length > 0 && (
        <Text fw={500}>
          <bdi translate="no">{brandName}</bdi> has {known.join(' and ')}.
        </Text>
      )}
      {unknown.length > 0 && <Text c="dimmed">Could not load the number of {unknown.join(' and ')}.</Text>}
    </>
  );
}
