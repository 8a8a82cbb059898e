import { texts } from '@console/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { type NextStep, NextSteps } from './NextSteps.tsx';
import type { ListFilters, TableParams } from './useListParams.ts';

interface EmptyTableMessageProps {
  /** One line: why the table is empty. */
  why: string;
  /** What the viewer may do about it. */
  next?: readonly NextStep[] | undefined;
  total: number;
  table: TableParams;
  narrowing?: ListFilters | undefined;
}

/** Replaces the rows of an empty table. */
export function EmptyTableMessage({ why, next = [], total, table, narrowing }: EmptyTableMessageProps) {
  const { search = '', filters = {}, clear } = narrowing ?? {};
  const filtered = Object.keys(filters).length > 0;
  const reason = () => {
    if (total > 0) return 'This page is past the end of the list.';
    if (search) return `Nothing matches “${search}”${filtered ? ' with these filters' : ''}.`;
    return filtered ? 'Nothing matches these filters.' : why;
  };
  const clearLabel = search && filtered ? 'Clear search and filters' : search ? 'Clear search' : 'Clear filters';
  return (
    <Stack align="center" gap="xs" px="md" py="xl">
      <Text fw={600}>{texts.noData}</Text>
      <Text c="dimmed" ta="center" maw="min(100%, 68ch)" style={{ overflowWrap: 'anywhere' }}>
        {reason()}
      </Text>
      {total > 0 && (
        <Button variant="default" onClick={() => table.goTo(1)}>
          Go to the first page
        </Button>
      )}
      {total === 0 && (search || filtered) && (
        <Button variant="default" onClick={clear}>
          {clearLabel}
        </Button>
      )}
      {total === 0 && !search && !filtered && next.length > 0 && <NextSteps steps={next} />}
    </Stack>
  );
}
