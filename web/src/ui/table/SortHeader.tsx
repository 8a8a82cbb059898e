import { Group, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import type { Sort } from './listAddress.ts';

interface SortHeaderProps {
  title: string;
  column: string;
  sorted: 'ascending' | 'descending' | undefined;
  onSort: (sort: Sort | null) => void;
}

/** A column's title that sorts: ascending, descending, then in the server's order. */
export function SortHeader({ title, column, sorted, onSort }: SortHeaderProps) {
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[sorted ?? 'none'];
  const next = { none: false, ascending: true, descending: null }[sorted ?? 'none'];
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={() => onSort(next === null ? null : { key: column, descending: next })}
    >
      <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
        {title}
        <Icon size={14} stroke={1.5} aria-hidden className={sorted ? undefined : classes.unsorted} />
      </Group>
    </UnstyledButton>
  );
}
