import { Paper, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { formatCount } from '../layout/format.ts';
import classes from './DataTable.module.css';
import { type Heading, TableHead } from './TableHead.tsx';
import { TableMessage } from './TableMessage.tsx';
import { TablePaging } from './TablePaging.tsx';
import type { ListFilters, TableParams } from './useListParams.ts';
import { watchScrollEdges } from './watchScrollEdges.ts';

export interface Column<Row> extends Heading {
  /** In pixels, instead of the width of its kind; the minimum for a text column, which gets a share of the remaining width. */
  width?: number;
  render: (row: Row) => ReactNode;
  /** The cell's text, for the tooltip of a truncated cell. */
  full?: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** The accessible name; unique on the page. */
  caption: string;
  /** The first one is the link to the row's page. */
  columns: readonly Column<Row>[];
  /** Undefined or null while it loads and after a failure. */
  list: { nodes: readonly Row[]; totalCount: number } | null | undefined;
  /** Not set for a short list that is always complete: it has no pages and no sorting. */
  table?: TableParams;
  narrowing?: ListFilters;
  loading: boolean;
  onRetry: () => void;
  emptyTitle?: string;
  emptyWhy: string;
}

const doNothing = () => {};
const allRows: TableParams = {
  page: 1,
  size: 100,
  sort: null,
  variables: { first: 100, offset: 0 },
  goTo: doNothing,
  resize: doNothing,
  sortBy: doNothing,
};
const widths = { first: 200, text: 160, number: 128, date: 128, action: 128 };
const skeleton = Array.from({ length: 6 }, (_, index) => `skeleton-${index}`);

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { caption, columns, list, narrowing, loading, onRetry, emptyTitle, emptyWhy } = props;
  const { table = allRows } = props;
  if (!list && !loading)
    return (
      <Paper>
        <LoadFailure what={caption} onRetry={onRetry} />
      </Paper>
    );
  // Without a focusable control the keyboard could not scroll the table, so the frame itself is focusable.
  const hasControls = columns.some(({ sortable, kind }) => sortable || kind === 'action');
  return (
    <Paper className={classes.frame} aria-busy={loading}>
      {loading && list && <div className={classes.progress} data-testid="table-progress" />}
      <div className={classes.edges}>
        <div
          ref={watchScrollEdges}
          className={classes.scroll}
          {...(!hasControls && { tabIndex: 0, role: 'group', 'aria-label': caption })}
        >
          <table
            className={classes.table}
            aria-label={caption}
            style={{ minWidth: columns.reduce((sum, column, index) => sum + leastOf(column, index), 0) }}
          >
            <colgroup>
              {columns.map((column) => (
                <col key={column.key} style={{ width: widthOf(column) }} />
              ))}
            </colgroup>
            <TableHead columns={columns} table={table} />
            <tbody className={classes.rows}>
              {list
                ? list.nodes.map((row) => (
                    <tr key={row.id}>{columns.map((column, index) => drawCell(column, index, row))}</tr>
                  ))
                : skeleton.map((key) => <tr key={key}>{columns.map(drawSkeletonCell)}</tr>)}
            </tbody>
          </table>
        </div>
      </div>
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

const leastOf = <Row,>({ kind = 'text', width }: Column<Row>, index: number): number =>
  width ?? (index === 0 ? widths.first : widths[kind]);

// Text columns share the remaining width.
const widthOf = <Row,>({ kind = 'text', width }: Column<Row>): number | undefined =>
  width ?? (kind === 'text' ? undefined : widths[kind]);

function drawCell<Row>({ key, kind = 'text', render, full }: Column<Row>, index: number, row: Row) {
  const truncate = kind === 'text' && classes.cut;
  const title = full?.(row);
  // A pinned cell shows its shadow outside, so an inner element truncates its text.
  if (index === 0)
    return (
      <th key={key} scope="row">
        <span className={truncate || undefined} title={title}>
          {render(row)}
        </span>
      </th>
    );
  return (
    <td key={key} className={truncate || (kind === 'number' ? classes.number : undefined)} title={title}>
      {render(row)}
    </td>
  );
}

const drawSkeletonCell = <Row,>({ key, kind = 'text' }: Column<Row>) => (
  <td key={key}>
    <Skeleton h={12} w={kind === 'text' ? '70%' : '50%'} ml={kind === 'number' ? 'auto' : 0} />
  </td>
);
