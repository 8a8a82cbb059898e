import { Paper, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { formatCount } from './format.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { type Heading, TableHead } from './TableHead.tsx';
import { TableMessage } from './TableMessage.tsx';
import { TablePaging } from './TablePaging.tsx';
import { watchEdges } from './tableEdges.ts';
import type { Narrowing, TableParams } from './useListParams.ts';

export interface Column<Row> extends Heading {
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
  // Without a control in it the keyboard could not scroll the table, so the frame takes the focus itself.
  const canBeReached = columns.some(({ sortable, kind }) => sortable || kind === 'action');
  return (
    <Paper className={classes.frame} aria-busy={loading}>
      {loading && list && <div className={classes.progress} data-testid="table-progress" />}
      <div className={classes.edges}>
        <div
          ref={watchEdges}
          className={classes.scroll}
          {...(!canBeReached && { tabIndex: 0, role: 'group', 'aria-label': caption })}
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
                : skeleton.map((key) => <tr key={key}>{columns.map(drawWaiting)}</tr>)}
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

// Texts share what the others leave.
const widthOf = <Row,>({ kind = 'text', width }: Column<Row>): number | undefined =>
  width ?? (kind === 'text' ? undefined : widths[kind]);

function drawCell<Row>({ key, kind = 'text', render, full }: Column<Row>, index: number, row: Row) {
  const cut = kind === 'text' && classes.cut;
  const title = full?.(row);
  // A pinned cell lets its shadow out, so that what cuts its text has to be inside.
  if (index === 0)
    return (
      <th key={key} scope="row">
        <span className={cut || undefined} title={title}>
          {render(row)}
        </span>
      </th>
    );
  return (
    <td key={key} className={cut || (kind === 'number' ? classes.number : undefined)} title={title}>
      {render(row)}
    </td>
  );
}

const drawWaiting = <Row,>({ key, kind = 'text' }: Column<Row>) => (
  <td key={key}>
    <Skeleton h={12} w={kind === 'text' ? '70%' : '50%'} ml={kind === 'number' ? 'auto' : 0} />
  </td>
);
