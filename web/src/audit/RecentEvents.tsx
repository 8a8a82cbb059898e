import type { FragmentType } from '@apollo/client';
import { Stack, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { RecentEvents_EventFragment } from '../gql/graphql.ts';
import { Moment } from '../ui/values/Moment.tsx';
import classes from './EventFeed.module.css';

graphql(`fragment RecentEvents_events on AuditEventConnection { nodes { id ...RecentEvents_event } }`);

const eventFragment = graphql(`fragment RecentEvents_event on AuditEvent { id at sentence }`);

/** A few events in a card: what happened, and when. */
export function RecentEvents({
  events,
}: {
  events: readonly ({ id: string } & FragmentType<RecentEvents_EventFragment>)[];
}) {
  return (
    <Stack component="ol" gap="sm" className={classes.list} aria-label="Recent events">
      {events.map((event) => (
        <RecentEvent key={event.id} event={event} />
      ))}
    </Stack>
  );
}

function RecentEvent({ event }: { event: FragmentType<RecentEvents_EventFragment> }) {
  const { data, complete } = useFragment(eventFragment, event);
  if (!complete) return null;
  return (
    <li>
      <Text style={{ overflowWrap: 'anywhere' }}>{data.sentence}</Text>
      <Text size="sm" c="dimmed">
        <Moment at={data.at} withTime />
      </Text>
    </li>
  );
}
