import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isolated } from '../ui/layout/isolated.ts';
import { FilterDay } from '../ui/table/FilterDay.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { auditActionLabels, auditOutcomeLabels, auditWayLabels } from './auditLabels.ts';
import classes from './EventFeed.module.css';
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

/** What a list of events is filtered by. */
export function ActivityFilters({ params, actorName, children }: ActivityFiltersProps) {
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
        <Button variant="default" onClick={() => setFilter('actor', '')} aria-label="Show the events of everyone">
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
