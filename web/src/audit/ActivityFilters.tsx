import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { actionLabels, outcomeLabels, wayLabels } from './auditLabels.ts';
import type { FilterName, useActivityParams } from './useActivityParams.ts';

type Params = ReturnType<typeof useActivityParams>;

interface ActivityFiltersProps {
  params: Params;
  /** The name of the actor in the address, once it is known. */
  actorName: string | undefined;
}

/** What a list of events is filtered by. */
export function ActivityFilters({ params, actorName }: ActivityFiltersProps) {
  const { values, isFiltered, setFilter, clear } = params;
  return (
    <Group gap="xs" component="search">
      <FilterSelect name="action" label="Action" all="All actions" labels={actionLabels} params={params} />
      <FilterSelect name="way" label="Way" all="All ways" labels={wayLabels} params={params} />
      <FilterSelect name="outcome" label="Outcome" all="Done and refused" labels={outcomeLabels} params={params} />
      <DayInput name="from" label="From" params={params} />
      <DayInput name="to" label="To" params={params} />
      {values.actor && (
        <Button variant="default" onClick={() => setFilter('actor', '')} aria-label="Show the events of everyone">
          {`By ${actorName ?? 'one user'} ×`}
        </Button>
      )}
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface FilterProps {
  name: FilterName;
  label: string;
  params: Params;
}

function FilterSelect({
  name,
  label,
  all,
  labels,
  params,
}: FilterProps & { all: string; labels: Record<string, string> }) {
  return (
    <NativeSelect
      aria-label={label}
      value={params.values[name]}
      data={[{ value: '', label: all }, ...Object.entries(labels).map(([value, text]) => ({ value, label: text }))]}
      onChange={(event) => params.setFilter(name, event.currentTarget.value)}
    />
  );
}

function DayInput({ name, label, params }: FilterProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text size="sm">{label}</Text>}
      leftSectionWidth={56}
      value={params.values[name]}
      max="9999-12-31"
      onChange={(event) => params.setFilter(name, event.currentTarget.value)}
    />
  );
}
