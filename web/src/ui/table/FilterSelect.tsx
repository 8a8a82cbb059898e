import { NativeSelect, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './TableToolbar.module.css';
import type { ListFilters } from './useListParams.ts';

export interface TableFilter {
  /** The filter's name in the URL. */
  name: string;
  /** E.g. `Role`. */
  label: string;
  /** Null: the options could not be loaded. */
  options: readonly { value: string; label: string }[] | null | undefined;
  /** Headings of a long list: the heading of an option by its value. */
  groups?: (value: string) => string;
}

export const yesOrNo: TableFilter['options'] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface FilterSelectProps {
  filter: TableFilter;
  narrowing: Pick<ListFilters, 'filters' | 'setFilter'>;
}

/** A filter that shows its name: `Role: All`. */
export function FilterSelect({ filter, narrowing }: FilterSelectProps) {
  const id = useId();
  const { name, label, options, groups } = filter;
  const value = narrowing.filters[name] ?? '';
  // An unknown value in the URL is shown too, so that it can be cleared.
  const unknown = value !== '' && !options?.some((option) => option.value === value);
  return (
    <div className={classes.filter} data-active={value !== '' || undefined}>
      <Text component="label" htmlFor={id} c="dimmed">
        {`${label}:`}
      </Text>
      <NativeSelect
        id={id}
        variant="unstyled"
        aria-label={label}
        value={value}
        disabled={!options && !unknown}
        data={[
          { value: '', label: 'All' },
          ...grouped(options ?? [], groups),
          ...(unknown ? [{ value, label: value }] : []),
        ]}
        onChange={(event) => narrowing.setFilter(name, event.currentTarget.value)}
      />
    </div>
  );
}

const grouped = (options: NonNullable<TableFilter['options']>, groups: TableFilter['groups']) =>
  groups
    ? [...Map.groupBy(options, ({ value }) => groups(value))].map(([group, items]) => ({ group, items }))
    : options;
