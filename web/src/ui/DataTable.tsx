import 'mantine-datatable/styles.css';
import { Paper, Skeleton, VisuallyHidden } from '@mantine/core';
import { type DataTableColumn, type DataTableColumnGroup, DataTable as Table } from 'mantine-datatable';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { formatCount } from './format.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { HeaderTitle, SortHeader } from './SortHeader.tsx';
import { TableMessage } from './TableMessage.tsx';
import { TablePaging } from './TablePaging.tsx';
import type { Narrowing, TableParams } from './useListParams.ts';

export interface Column<Row> {
  /** Its name in the address when it is sortable. */
  key: string;
  title: string;
  kind?: 'text' | 'number' | 'date' | 'action';
  /** The heading that it shares with its neighbours. */
  group?: string;
  sortable?: boolean;
  /** In pixels, where its kind alone does not say; of a text the least, for texts share what the others leave. */
  width?: number;
  render: (row: Row) => ReactNode;
  /** What the cell says, for the tooltip of a text that is cut. */
  full?: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** What the table holds, for those who cannot see the heading; unique on the page. */
  caption: string;
  /** The first one is the link to the thing. */
  columns: readonly Column<Row>[];
  /** Nothing while it loads, and after it failed. */
  list: { nodes: readonly Row[]; totalCount: number } | null | undefined;
  /** Left out for rows that are few and always all there: they have no pages and no order of their own. */
  table?: TableParams;
  narrowing?: Narrowing;
  loading: boolean;
  onRetry: () => void;
  emptyTitle?: string;
  emptyWhy: string;
}

interface Line<Row> {
  id: string;
  row: Row | null;
}

const still = () => {};
const allRows: TableParams = {
  page: 1,
  size: 100,
  sort: null,
  variables: { first: 100, offset: 0 },
  goTo: still,
  resize: still,
  sortBy: still,
};
const widths = { first: 200, text: 160, number: 128, date: 128, action: 128 };
const skeleton: Line<never>[] = Array.from({ length: 6 }, (_, index) => ({ id: `skeleton-${index}`, row: null }));

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, list, narrowing, loading, onRetry, emptyTitle, emptyWhy } = props;
  const { table = allRows } = props;
  if (!list && !loading)
    return (
      <Paper>
        <LoadFailure what={caption} onRetry={onRetry} />
      </Paper>
    );
  const lines: Line<Row>[] = list ? list.nodes.map((row) => ({ id: row.id, row })) : skeleton;
  const drawn = columns.map((column, index) => drawColumn(column, index, table));
  const groups = columns.some(({ group }) => group) && groupColumns(columns, drawn);
  // Without a control in it the keyboard could not scroll the table, so the frame takes the focus itself.
  const canBeReached = columns.some(({ sortable, kind }) => sortable || kind === 'action');
  return (
    <Paper className={classes.frame} aria-busy={loading}>
      {loading && list && <div className={classes.progress} data-testid="table-progress" />}
      <Table
        records={lines}
        {...(groups ? { groups } : { columns: drawn })}
        aria-label={caption}
        pinFirstColumn
        highlightOnHover
        height="auto"
        maxHeight="calc(100dvh - 9rem)"
        horizontalSpacing="md"
        verticalSpacing={6}
        rowClassName={classes.row}
        classNames={{ table: classes.table, header: classes.header }}
        styles={{ table: { minWidth: columns.reduce((sum, column, index) => sum + widthOf(column, index), 0) } }}
        emptyState={<span />}
        scrollAreaProps={
          canBeReached ? undefined : { viewportProps: { tabIndex: 0, role: 'group', 'aria-label': caption } }
        }
      />
      {list?.nodes.length === 0 && (
        <TableMessage title={emptyTitle} why={emptyWhy} total={list.totalCount} table={table} narrowing={narrowing} />
      )}
      {list && list.totalCount > 0 && table !== allRows && (
        <TablePaging caption={caption} table={table} count={list.nodes.length} total={list.totalCount} />
      )}
      <VisuallyHidden role="status">
        {list && !loading ? `${caption}: ${formatCount(list.totalCount)} found` : ''}
      </VisuallyHidden>
    </Paper>
  );
}

const widthOf = <Row,>({ kind = 'text', width }: Column<Row>, index: number): number =>
  width ?? (index === 0 ? widths.first : widths[kind]);

function drawColumn<Row>(column: Column<Row>, index: number, table: TableParams): DataTableColumn<Line<Row>> {
  const { key, title, kind = 'text', sortable, render, full } = column;
  const cut = kind === 'text' ? classes.cut : undefined;
  // A pinned cell lets its shadow out, so that what cuts its text has to be inside.
  const pinned = index === 0;
  return {
    accessor: key,
    title: sortable ? (
      <SortHeader title={title} column={key} sort={table.sort} onSort={table.sortBy} />
    ) : (
      <HeaderTitle title={title} scope="col" />
    ),
    textAlign: kind === 'number' ? 'right' : 'left',
    // Texts share what the others leave.
    ...((kind !== 'text' || column.width) && { width: column.width ?? widths[kind] }),
    ...(!pinned && cut && { cellsClassName: cut }),
    customCellAttributes: ({ row }) => {
      if (row === null) return {};
      return pinned ? { role: 'rowheader' } : { title: full?.(row) };
    },
    render: ({ row }) =>
      row === null ? (
        <Skeleton h={12} w={kind === 'text' ? '70%' : '50%'} ml={kind === 'number' ? 'auto' : 0} />
      ) : pinned ? (
        <span className={cut} title={full?.(row)}>
          {render(row)}
        </span>
      ) : (
        render(row)
      ),
  };
}

/** Neighbours of one heading stand under it; a fixed layout takes its widths from this first row. */
function groupColumns<Row>(columns: readonly Column<Row>[], drawn: DataTableColumn<Line<Row>>[]) {
  const groups: { id: string; heading: string | undefined; columns: DataTableColumn<Line<Row>>[] }[] = [];
  for (const [index, { key, group }] of columns.entries()) {
    const own = drawn[index];
    if (!own) continue;
    const last = groups.at(-1);
    if (group && last?.heading === group) last.columns.push(own);
    else groups.push({ id: key, heading: group, columns: [own] });
  }
  return groups.map(({ id, heading, columns }): DataTableColumnGroup<Line<Row>> => {
    const width = columns.reduce((sum, { width = 0 }) => sum + Number(width), 0);
    return {
      id,
      columns,
      textAlign: 'center',
      title: <HeaderTitle title={heading} scope="colgroup" />,
      ...(width > 0 && { style: { width } }),
    };
  });
}
