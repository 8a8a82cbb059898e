import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { EventFeed } from './EventFeed.tsx';
import { useActivityParams } from './useActivityParams.ts';

const activityQuery = graphql(`
  query UserActivity($id: ID!, $filter: AuditEventFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer { can { listOrganisations viewActivity } }
    user(id: $id) {
      id
      fullName
      auditEvents(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        ...EventFeed_events @unmask # a page of a list has no cache id
      }
    }
  }
`);

/** The tab with the activity about a user. */
export function UserActivity({ userId }: { userId: string }) {
  const params = useActivityParams({ target: true });
  const { trail } = useTrail();
  const { data, loading, whole, retry } = usePageQuery(
    activityQuery,
    { id: userId, ...params.variables },
    { keep: (shown) => shown.user?.id === userId },
  );
  const can = data?.viewer?.can;
  return (
    <>
      {can?.viewActivity && (
        <Group justify="flex-end" mb="xs">
          <Anchor component={Link} to={`/activity?actor=${userId}`} state={trail}>
            {`Events by ${data?.user?.fullName}`}
          </Anchor>
        </Group>
      )}
      <EventFeed
        events={data?.user?.auditEvents}
        params={params}
        of={{ userId }}
        own={!can?.listOrganisations}
        whole={whole}
        loading={loading}
        onRetry={retry}
      />
    </>
  );
}
