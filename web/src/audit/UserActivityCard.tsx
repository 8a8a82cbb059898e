import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { RecentEvents } from './RecentEvents.tsx';

const cardQuery = graphql(`
  query UserActivityCard($id: ID!) {
    user(id: $id) {
      id
      auditEvents(first: 5) { ...RecentEvents_events @unmask } # a page of a list has no cache id
    }
  }
`);

interface UserActivityCardProps {
  userId: string;
  /** Path of the tab with all events. */
  to: string;
}

/** The last events about a user, loaded after their page. */
export function UserActivityCard({ userId, to }: UserActivityCardProps) {
  const { data, failed, whole, retry } = usePageQuery(cardQuery, { id: userId });
  const { trail } = useTrail();
  const events = data?.user?.auditEvents;
  // The product API has no activity log.
  if (whole && !events) return null;
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>Activity</Title>
        {!events && (failed ? <LoadFailure what="Activity" onRetry={retry} /> : <Skeleton h={200} />)}
        {events?.nodes.length === 0 && <Text c="dimmed">No events yet.</Text>}
        {events && events.nodes.length > 0 && (
          <>
            <RecentEvents events={events.nodes} />
            <Anchor component={Link} to={to} state={trail}>
              All activity
            </Anchor>
          </>
        )}
      </Stack>
    </Paper>
  );
}
