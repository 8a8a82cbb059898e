import { Group, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import { PageChoiceCell } from './ChoiceCell.tsx';
import type { ColumnFit } from './columnWidths.ts';
import classes from './DataTable.module.css';
import type { Sort } from './listAddress.ts';
import type { TableChoice } from './RowChoice.ts';
import type { TableParams } from './useListParams.ts';

/** The header of a column. */
export interface ColumnHeading {
  /** The column's name in the URL, if it is sortable. */
  key: string;
  title: string;
  kind?: ColumnFit['kind'];
  /** The heading above neighbouring columns. */
  group?: string;
  sortable?: boolean;
}

interface TableHeadProps {
  columns: readonly ColumnHeading[];
  table: TableParams;
  /** Hides the line of group headings, which would be out of sight: each title has its own. */
  flat: boolean;
  /** The rows have boxes. */
  boxes: TableChoice | null;
}

/** The titles of the columns, and the group headings above them. */
export function TableHead({ columns, table: { sort, sortBy }, flat, boxes }: TableHeadProps) {
  return (
    <thead className={classes.head}>
      {!flat && columns.some(({ group }) => group) && (
        <tr>
          {boxes && <td />}
          {groupColumns(columns).map(({ key, group, span }) =>
            group ? (
              <th key={key} scope="colgroup" colSpan={span} className={classes.group}>
                {group}
              </th>
            ) : (
              // A th without text would be an empty heading, so the cell is a td.
              <td key={key} />
            ),
          )}
        </tr>
      )}
      <tr>
        {boxes && <PageChoiceCell {...boxes} />}
        {columns.map(({ key, title: own, group, kind, sortable }) => {
          const title = flat && group ? `${group}: ${own}` : own;
          const sorted = sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined;
          return (
            <th
              key={key}
              scope="col"
              data-column={key}
              aria-sort={sorted}
              className={kind === 'number' ? classes.number : undefined}
            >
              {sortable ? <SortHeader title={title} column={key} sorted={sorted} onSort={sortBy} /> : title}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function groupColumns(columns: readonly ColumnHeading[]) {
  const groups: { key: string; group: string | undefined; span: number }[] = [];
  for (const { key, group } of columns) {
    const last = groups.at(-1);
    if (group && last?.group === group) last.span++;
    else groups.push({ key, group, span: 1 });
  }
  return groups;
}

interface SortHeaderProps {
  title: string;
  column: string;
  sorted: 'ascending' | 'descending' | undefined;
  onSort: (sort: Sort | null) => void;
}

/** A column's title that sorts: ascending, descending, then in the server's order. */
function SortHeader({ title, column, sorted, onSort }: SortHeaderProps) {
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
