import { activitySearch } from '@console/contract/activity-search';
import { texts } from '@console/contract/rules';
import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type { EventFeed_EventsFragment } from '../gql/graphql.ts';
import { CursorPaging } from '../ui/table/CursorPaging.tsx';
import { LazyExportMenu } from '../ui/table/LazyExportMenu.tsx';
import { formatMoment } from '../ui/values/format.ts';
import { ActivityFilters } from './ActivityFilters.tsx';
import classes from './EventFeed.module.css';
import { EventItem } from './EventItem.tsx';
import type { useActivityParams } from './useActivityParams.ts';

graphql(`
  fragment EventFeed_events on AuditEventConnection {
    nodes { id requestId sentence target { kind id } organisation { id } ...EventItem_event }
    searchedTo
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
`);

interface EventFeedProps {
  events: EventFeed_EventsFragment | null | undefined;
  params: ReturnType<typeof useActivityParams>;
  /** The viewer can only see their own organisation. */
  own: boolean;
  /** Whether events of all organisations are shown, with a filter for one. */
  all?: boolean;
  /** The scope of the events, for the export: an organisation, or a user as their target. */
  of?: { organisationId?: string | undefined; userId?: string };
  /** Whether the response had no errors. Null events then mean that the product API has no activity log. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** A page of events with its filters. */
export function EventFeed({ events, params, own, all = false, of = {}, whole, loading, onRetry }: EventFeedProps) {
  if (events === null && whole)
    return (
      <Alert color="gray" title="Activity">
        The connected product API does not provide an activity log.
      </Alert>
    );
  return (
    <Stack gap="sm">
      <ActivityFilters params={params} own={own} all={all}>
        {Boolean(events && (events.nodes.length || events.searchedTo)) && (
          <LazyExportMenu
            list="ACTIVITY"
            name="Activity"
            args={{
              organisationId: of.organisationId,
              filter: { ...params.variables.filter, ...(of.userId && { targetKind: 'USER', targetId: of.userId }) },
            }}
          />
        )}
      </ActivityFilters>
      {events ? (
        <Paper aria-busy={loading}>
          <ol className={classes.list} aria-label="Events">
            {withoutRepeats(events.nodes).map((event) => (
              <EventItem key={event.id} event={event} own={own} />
            ))}
          </ol>
          {events.nodes.length === 0 && <NoEvents params={params} />}
        </Paper>
      ) : loading ? (
        <ContentSkeleton of="facts" />
      ) : (
        <LoadFailure what="Events" onRetry={onRetry} />
      )}
      {events && <SearchedRange events={events} params={params} />}
      {events && (
        <CursorPaging
          label="Pages of events"
          pageInfo={events.pageInfo}
          showOlder={params.showOlder}
          showNewer={params.showNewer}
          showNewest={params.showNewest}
        />
      )}
    </Stack>
  );
}

type FeedEvent = EventFeed_EventsFragment['nodes'][number];

/** A command can record the same for each organisation that it concerns, also by another kind of target. */
const isRepeat = (event: FeedEvent, earlier: FeedEvent): boolean =>
  event.requestId !== null &&
  event.requestId === earlier.requestId &&
  event.sentence === earlier.sentence &&
  event.organisation?.id !== earlier.organisation?.id &&
  (event.target.kind !== earlier.target.kind || event.target.id === earlier.target.id);

const withoutRepeats = (events: readonly FeedEvent[]): FeedEvent[] =>
  events.filter((event, at) => !events.slice(0, at).some((earlier) => isRepeat(event, earlier)));

interface SearchedRangeProps {
  events: EventFeed_EventsFragment;
  params: EventFeedProps['params'];
}

/** How far back a search has read, and a button to continue it. */
function SearchedRange({ events: { searchedTo, pageInfo }, params: { values, variables } }: SearchedRangeProps) {
  if (values.search === '') return null;
  const button = 'before' in variables ? 'Newer' : 'Older';
  const text = searchedTo
    ? `Searched as far as ${formatMoment(new Date(searchedTo))}. Choose ${button} to continue.`
    : !pageInfo.hasNextPage &&
      values.since === '' &&
      `The last ${activitySearch.days} days were searched. Choose an earlier day in From to search older events.`;
  return text && <Text c="dimmed">{text}</Text>;
}

function NoEvents({ params: { isFiltered, clear } }: Pick<EventFeedProps, 'params'>) {
  return (
    <Stack align="center" gap="xs" px="md" py="xl">
      <Text fw={600}>{texts.noData}</Text>
      <Text c="dimmed">{isFiltered ? 'Nothing matches these filters.' : 'No events yet.'}</Text>
      {isFiltered && (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
}
