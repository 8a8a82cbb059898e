import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../values/format.ts';
import classes from './DataTable.module.css';
import { pageSizes } from './listAddress.ts';
import type { TableParams } from './useListParams.ts';

interface TablePagingProps {
  caption: string;
  table: TableParams;
  /** Rows on this page. */
  count: number;
  total: number;
}

/** The position of a page in its list, the page size, and the buttons to the next and previous page. */
export function TablePaging({ caption, table, count, total }: TablePagingProps) {
  const { page, size, goTo, resize } = table;
  const first = (page - 1) * size + 1;
  return (
    <Group
      component="nav"
      className={classes.paging}
      aria-label={`Pages of ${caption}`}
      justify="space-between"
      gap="sm"
      px="md"
      py="xs"
    >
      <Text c="dimmed">
        {count > 0
          ? `${formatCount(first)}–${formatCount(first + count - 1)} of ${formatCount(total)}`
          : `0 of ${formatCount(total)}`}
      </Text>
      <Group gap="xs">
        <NativeSelect
          aria-label={`Rows per page of ${caption}`}
          value={String(size)}
          data={pageSizes.map((entry) => ({ value: String(entry), label: `${entry} rows` }))}
          onChange={(event) => resize(Number(event.currentTarget.value))}
        />
        <ActionIcon
          aria-label={`Previous page of ${caption}`}
          variant="default"
          disabled={page <= 1}
          onClick={() => goTo(page - 1)}
        >
          <IconChevronLeft size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Next page of ${caption}`}
          variant="default"
          disabled={first + size > total}
          onClick={() => goTo(page + 1)}
        >
          <IconChevronRight size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
