import { List, Stack, Text } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { ReviewChangesQuery } from '../gql/graphql.ts';
import { formatCount } from '../ui/values/format.ts';
import { roleLabels } from '../users/roleLabels.ts';
import { hasMoreRights } from './reviewWords.ts';

const changesDocument = graphql(`
  query ReviewChanges($id: ID!) {
    changed: accessReviewItems(reviewId: $id, filter: { decision: CHANGE_ROLE }, first: 100) {
      totalCount
      nodes { id fullName roleAtStart newRole removalNote }
    }
    removed: accessReviewItems(reviewId: $id, filter: { decision: REMOVE }, first: 100) {
      totalCount
      nodes { id fullName roleAtStart newRole removalNote }
    }
  }
`);

type People = NonNullable<ReviewChangesQuery['changed']>;

/** The people of a review who get another role, and those who leave, by name. */
export function ReviewChanges({ id }: { id: string }) {
  const { data } = usePageQuery(changesDocument, { id });
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Names heading="Change role" people={data.changed} />
      <Names heading="Remove access" people={data.removed} />
    </Stack>
  );
}

function Names({ heading, people }: { heading: string; people: People | null | undefined }) {
  if (!people?.totalCount) return null;
  const more = people.totalCount - people.nodes.length;
  return (
    <div>
      <Text fw={600}>{heading}</Text>
      <List size="sm">
        {people.nodes.map(({ id, fullName, roleAtStart, newRole, removalNote }) => (
          <List.Item key={id}>
            <bdi>{fullName}</bdi>
            {newRole &&
              `: ${roleAtStart ? roleLabels[roleAtStart] : 'no role'} to ${roleLabels[newRole]}${hasMoreRights(newRole, roleAtStart) ? ' (more permissions)' : ''}`}
            {!newRole && removalNote && `: ${removalNote}`}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{`and ${formatCount(more)} more`}</List.Item>}
      </List>
    </div>
  );
}
