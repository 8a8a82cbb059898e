import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import classes from './EventFeed.module.css';
import { auditTargetPath } from './eventLinks.ts';

const usersQuery = graphql(`
  query UploadedUsers($eventId: ID!, $after: String) {
    auditEvents(filter: { uploadOf: $eventId }, orderBy: OLDEST_FIRST, first: 50, after: $after) {
      nodes {
        id
        target { kind id name organisationId }
        changes { field from to } # as the list of events selects them: the first of these is its event
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

interface UploadedUsersProps {
  /** An event of the upload. */
  eventId: string;
  /** The viewer can only see their own organisation. */
  own: boolean;
  after?: string;
}

/** The users of an upload, a page at a time. */
export function UploadedUsers({ eventId, own, after }: UploadedUsersProps) {
  const { trail } = useTrail();
  const [more, setMore] = useState(false);
  const { data, failed, retry } = usePageQuery(usersQuery, { eventId, after: after ?? null }, { quiet: true });
  const events = data?.auditEvents;
  if (!events) return failed ? <LoadFailure what="Users" onRetry={retry} /> : <ContentSkeleton of="facts" />;
  const { hasNextPage, endCursor } = events.pageInfo;
  return (
    <>
      <ul className={classes.uploaded} aria-label="Uploaded users">
        {events.nodes.map(({ id, target, changes }) => {
          const path = auditTargetPath(target, own);
          const changed = (field: string) => changes.find((change) => change.field === field)?.to;
          const email = changed('email');
          const name = target.name ?? email ?? 'A user';
          return (
            <Group key={id} component="li" gap="0 var(--mantine-spacing-sm)">
              {path ? (
                <Anchor component={Link} to={path} state={trail} fw={500}>
                  {name}
                </Anchor>
              ) : (
                name
              )}
              <Text span size="sm" c="dimmed">
                {[email, changed('role')].filter(Boolean).join(' · ')}
              </Text>
            </Group>
          );
        })}
      </ul>
      {hasNextPage &&
        endCursor &&
        (more ? (
          <UploadedUsers eventId={eventId} own={own} after={endCursor} />
        ) : (
          <Button variant="default" size="xs" mb="xs" onClick={() => setMore(true)}>
            Show more users
          </Button>
        ))}
    </>
  );
}
