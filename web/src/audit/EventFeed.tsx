import { texts } from '@console/contract/rules';
import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type { EventFeed_EventsFragment } from '../gql/graphql.ts';
import { isolated } from '../ui/layout/isolated.ts';
import { CursorPaging } from '../ui/table/CursorPaging.tsx';
import { FilterDay } from '../ui/table/FilterDay.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { LazyExportMenu } from '../ui/table/LazyExportMenu.tsx';
import { auditActionLabels, auditOutcomeLabels, auditWayLabels } from './auditLabels.ts';
import classes from './EventFeed.module.css';
import { EventItem } from './EventItem.tsx';
import type { ActivityFilterName, useActivityParams } from './useActivityParams.ts';

const select = (name: ActivityFilterName, label: string, labels: Record<string, string>) => ({
  name,
  label,
  options: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
});
const selects = [
  select('action', 'Action', auditActionLabels),
  select('way', 'Source', auditWayLabels),
  select('outcome', 'Outcome', auditOutcomeLabels),
];

type Params = ReturnType<typeof useActivityParams>;

interface ActivityFiltersProps {
  params: Params;
  /** The name of the actor in the address, once it is known. */
  actorName: string | undefined;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The filters of a list of events. */
function ActivityFilters({ params, actorName, children }: ActivityFiltersProps) {
  const { values, isFiltered, setFilter, clear } = params;
  return (
    <search className={classes.filters}>
      {selects.map((filter) => (
        <FilterSelect
          key={filter.name}
          filter={filter}
          narrowing={{ filters: values, setFilter: (_name, value) => setFilter(filter.name, value) }}
        />
      ))}
      <div className={classes.days}>
        <FilterDay label="From" value={values.since} onChange={(day) => setFilter('since', day)} />
        <FilterDay label="To" value={values.until} onChange={(day) => setFilter('until', day)} />
      </div>
      {values.actor && (
        <Button variant="default" onClick={() => setFilter('actor', '')} aria-label="Show events by all users">
          {`By ${isolated(actorName ?? 'one user')} ×`}
        </Button>
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear all
        </Button>
      )}
      {children}
    </search>
  );
}

graphql(`
  fragment EventFeed_events on AuditEventConnection {
    nodes { id actor { name } ...EventItem_event }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
`);

interface EventFeedProps {
  events: EventFeed_EventsFragment | null | undefined;
  params: ReturnType<typeof useActivityParams>;
  /** The viewer sees only their own organisation. */
  own: boolean;
  /** The scope of the events, for the export: an organisation, or a user as their target. */
  of?: { organisationId?: string; userId?: string };
  /** Null events then mean that the product API has none, not that they could not be read. */
  whole: boolean;
  loading: boolean;
  onRetry: () => void;
}

/** A page of events with its filters. */
export function EventFeed({ events, params, own, of = {}, whole, loading, onRetry }: EventFeedProps) {
  if (events === null && whole)
    return (
      <Alert color="gray" title="Activity">
        The connected product API does not provide an activity log.
      </Alert>
    );
  const actorName = events?.nodes.find(({ actor }) => actor.name)?.actor.name;
  return (
    <Stack gap="sm">
      <ActivityFilters params={params} actorName={actorName ?? undefined}>
        {Boolean(events?.nodes.length) && (
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
            {events.nodes.map((event) => (
              <EventItem key={event.id} event={event} own={own} />
            ))}
          </ol>
          {events.nodes.length === 0 && <NoEvents filtered={params.isFiltered} onClear={params.clear} />}
        </Paper>
      ) : loading ? (
        <ContentSkeleton of="facts" />
      ) : (
        <LoadFailure what="Events" onRetry={onRetry} />
      )}
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

function NoEvents({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Stack align="center" gap="xs" px="md" py="xl">
      <Text fw={600}>{texts.noData}</Text>
      <Text c="dimmed">{filtered ? 'Nothing matches these filters.' : 'No events yet.'}</Text>
      {filtered && (
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
}
