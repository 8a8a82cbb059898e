import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { FilterDay } from '../ui/table/FilterDay.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { TableSearch } from '../ui/table/TableSearch.tsx';
import { auditActionGroups, auditActionLabels, auditOutcomeLabels, auditWayLabels } from './auditLabels.ts';
import classes from './EventFeed.module.css';
import type { ActivityFilterName, useActivityParams } from './useActivityParams.ts';

// Fields with a list are large and not needed before the events are shown.
const UserFilter = lazyPart(async () => (await import('./ActivityChoices.tsx')).UserFilter);
const OrganisationFilter = lazyPart(async () => (await import('./ActivityChoices.tsx')).OrganisationFilter);
const fieldPlaceholder = <Skeleton h={36} />;

const select = (name: ActivityFilterName, label: string, labels: Record<string, string>) => ({
  name,
  label,
  options: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
});
const selects = [
  { ...select('action', 'Action', auditActionLabels), groups: auditActionGroups },
  select('way', 'Source', auditWayLabels),
  select('outcome', 'Outcome', auditOutcomeLabels),
];

interface ActivityFiltersProps {
  params: ReturnType<typeof useActivityParams>;
  /** The viewer can only see their own organisation. */
  own: boolean;
  /** The events are those of all organisations. */
  all: boolean;
  /** Elements at the end of the line. */
  children?: ReactNode;
}

/** The search and the filters of a list of events. */
export function ActivityFilters({ params, own, all, children }: ActivityFiltersProps) {
  const { values, isFiltered, setFilter, clear } = params;
  return (
    <search className={classes.filters}>
      <TableSearch
        className={classes.search}
        label="Search activity"
        value={values.search}
        onSearch={(text) => setFilter('search', text)}
      />
      <div className={classes.choice}>
        <Suspense fallback={fieldPlaceholder}>
          <UserFilter own={own} value={values.actor} onChange={(id) => setFilter('actor', id)} />
        </Suspense>
      </div>
      {all && (
        <div className={classes.choice}>
          <Suspense fallback={fieldPlaceholder}>
            <OrganisationFilter value={values.org} onChange={(id) => setFilter('org', id)} />
          </Suspense>
        </div>
      )}
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
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear all
        </Button>
      )}
      {children}
    </search>
  );
}
