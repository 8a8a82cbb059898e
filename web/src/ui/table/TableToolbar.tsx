import { Button, Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Counter, Counters } from './Counters.tsx';
import { DensitySwitch } from './DensitySwitch.tsx';
import { TableSearch } from './TableSearch.tsx';
import type { ListFilters } from './useListParams.ts';

interface Filter {
  /** Its name in the address. */
  name: string;
  /** E.g. `Role`. */
  label: string;
  /** Its first entry, e.g. `All roles`. */
  all: string;
  /** Null: the choices could not be loaded. */
  options: readonly { value: string; label: string }[] | null | undefined;
}

interface TableToolbarProps {
  searchLabel: string;
  narrowing: ListFilters;
  filters?: readonly Filter[];
  counters?: readonly Counter[];
  actions?: ReactNode;
}

/** The bar above the tables of a page: search, filters, counters and actions. */
export function TableToolbar({ searchLabel, narrowing, filters = [], counters = [], actions }: TableToolbarProps) {
  return (
    <Group justify="space-between" gap="md">
      <Group gap="xs" component="search" flex="1 1 auto">
        <TableSearch label={searchLabel} value={narrowing.search} onSearch={narrowing.setSearch} />
        {filters.map((filter) => (
          <FilterSelect key={filter.name} filter={filter} narrowing={narrowing} />
        ))}
        {Object.keys(narrowing.filters).length > 0 && (
          <Button variant="subtle" onClick={narrowing.clear}>
            Clear all
          </Button>
        )}
      </Group>
      <Group gap="md">
        {(counters.length > 0 || actions) && <Counters counters={counters}>{actions}</Counters>}
        <DensitySwitch />
      </Group>
    </Group>
  );
}

function FilterSelect({ filter, narrowing }: { filter: Filter; narrowing: ListFilters }) {
  const { name, label, all, options } = filter;
  const value = narrowing.filters[name] ?? '';
  // A value from the address that is not an option is shown as well, so that it can be cleared.
  const unknown = value !== '' && !options?.some((option) => option.value === value);
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      disabled={!options && !unknown}
      data={[{ value: '', label: all }, ...(options ?? []), ...(unknown ? [{ value, label: value }] : [])]}
      onChange={(event) => narrowing.setFilter(name, event.currentTarget.value)}
    />
  );
}
