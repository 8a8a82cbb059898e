import { Badge, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '../../feedback/lazyPart.tsx';
import { formatCount } from '../values/format.ts';
import type { ExportedList } from './ExportMenu.tsx';
import { FilterSelect, type TableFilter } from './FilterSelect.tsx';
import { LazyExportMenu } from './LazyExportMenu.tsx';
import { TableSearch } from './TableSearch.tsx';
import classes from './TableToolbar.module.css';
import type { ListFilters } from './useListParams.ts';
import type { OptionalColumns } from './useShownColumns.ts';

interface TableToolbarProps {
  searchLabel: string;
  narrowing: ListFilters;
  filters?: readonly TableFilter[];
  optional?: OptionalColumns | undefined;
  /** All rows of the only table below it, for a file. */
  exported?: ExportedList | undefined;
  /** Labels and numbers after the filters. */
  counters?: ReactNode;
}

// Menus are large and not needed before the page is rendered.
const ColumnMenu = lazyPart(async () => (await import('./ColumnMenu.tsx')).ColumnMenu);
const DensitySwitch = lazyPart(async () => (await import('./DensitySwitch.tsx')).DensitySwitch);

/** The line above the tables of a page: search, filters, optional columns and the height of rows. On a phone one button opens the filters. */
export function TableToolbar(props: TableToolbarProps) {
  const { searchLabel, narrowing, filters = [], optional, exported, counters } = props;
  const id = useId();
  const [opened, setOpened] = useState(false);
  const active = Object.keys(narrowing.filters).length;
  return (
    <div className={classes.toolbar}>
      <search className={classes.search}>
        <TableSearch
          className={classes.field}
          label={searchLabel}
          value={narrowing.search}
          onSearch={narrowing.setSearch}
        />
        {filters.length > 0 && (
          <>
            <Button
              hiddenFrom="sm"
              variant="default"
              aria-expanded={opened}
              aria-controls={id}
              rightSection={
                active > 0 && (
                  <Badge>
                    {formatCount(active)}
                    <VisuallyHidden> active</VisuallyHidden>
                  </Badge>
                )
              }
              onClick={() => setOpened(!opened)}
            >
              Filters
            </Button>
            <div id={id} className={classes.filters} data-open={opened || undefined}>
              {filters.map((filter) => (
                <FilterSelect key={filter.name} filter={filter} narrowing={narrowing} />
              ))}
              {active > 0 && (
                <Button variant="subtle" onClick={narrowing.clear}>
                  Clear all
                </Button>
              )}
            </div>
          </>
        )}
      </search>
      {exported && <LazyExportMenu {...exported} />}
      {counters && <div className={classes.counters}>{counters}</div>}
      <Suspense fallback={<Skeleton w={36} h={36} />}>
        {optional && <ColumnMenu {...optional} />}
        <DensitySwitch />
      </Suspense>
    </div>
  );
}
