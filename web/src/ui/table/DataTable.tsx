import type { TypedDocumentNode } from '@apollo/client';
import { texts } from '@console/contract/rules';
import { Button, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { LoadFailure } from '../../feedback/LoadFailure.tsx';
import { FocusedRowContext } from '../keyboard/peekContext.ts';
import { useTabStop } from '../keyboard/usePeekRow.ts';
import { formatCount } from '../values/format.ts';
import { choiceWidth } from './ChoiceCell.tsx';
import { chooseByKey } from './chooseByKey.ts';
import { columnWidths, minTableWidth } from './columnWidths.ts';
import classes from './DataTable.module.css';
import { defaultPageSize } from './listAddress.ts';
import { type NextStep, NextSteps } from './NextSteps.tsx';
import { type TableChoice, TableChoiceContext } from './RowChoice.ts';
import { TableHead } from './TableHead.tsx';
import { TablePaging } from './TablePaging.tsx';
import { CachedTableRow, type Column, columnsFor, TableFitContext, TableRow, TotalRow, tableFit } from './TableRow.tsx';
import { useDensity } from './useDensity.ts';
import { useLastPage } from './useLastPage.ts';
import type { ListFilters, TableParams } from './useListParams.ts';
import { useRenderedRows } from './useRenderedRows.ts';
import { useScrollFrame } from './useScrollFrame.ts';

interface DataTableProps<Row, Node> {
  /** The accessible name; unique on the page. */
  caption: string;
  /** The first column is the link to the row's page. */
  columns: readonly Column<Row>[];
  /** Undefined or null while the list loads and after a failure. */
  list: { nodes: readonly Node[]; totalCount: number } | null | undefined;
  /** Not set for a short list that is always complete: it has no pages and no sorting. */
  table?: TableParams;
  narrowing?: ListFilters;
  loading?: boolean;
  onRetry?: () => void;
  emptyReason: string;
  /** The next steps for the viewer. */
  next?: readonly NextStep[];
  /** Explanation above the next steps, if the viewer's own row is the only one. */
  onlyRowReason?: string | undefined;
  /** The fragment that reads a row from the cache. */
  fragment?: TypedDocumentNode<Row>;
  /** Rows can be selected. */
  choice?: TableChoice | undefined;
  /** The totals of all rows of all pages; not for a single row. */
  total?: Row | null | undefined;
}

/** The props that a table of a long list passes on. */
export type ListTableProps = Required<
  Pick<DataTableProps<unknown, unknown>, 'table' | 'narrowing' | 'loading' | 'onRetry' | 'emptyReason'>
> &
  Pick<DataTableProps<unknown, unknown>, 'next' | 'onlyRowReason'>;

/** If a node is not a complete row, the row is read from the cache. */
type NeedsFragment<Row, Node> = Node extends Row ? unknown : { fragment: TypedDocumentNode<Row> };

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
const skeleton = Array.from({ length: 6 }, (_, index) => `skeleton-${index}`);

export function DataTable<Row extends { id: string }, Node extends { id: string } = Row>(
  props: DataTableProps<Row, Node> & NeedsFragment<Row, Node>,
) {
  const given: DataTableProps<Row, Node> = props;
  const { caption, columns, list, table = allRows, narrowing, loading = false, onRetry = doNothing } = given;
  const { emptyReason, next, onlyRowReason, fragment, choice, total } = given;
  const { ref, width } = useScrollFrame();
  const { density } = useDensity();
  useLastPage({ list, table, loading });
  const tabStop = useTabStop(list?.nodes);
  const boxes = choice && choice.ids.length > 0 ? choice : null;
  const boxWidth = boxes ? choiceWidth : 0;
  // Until the frame is measured, the window's width decides, so that a phone does not first show the heading of a wide table.
  const fit = tableFit(columns, (width ?? window.innerWidth) - boxWidth);
  const shown = columnsFor(columns, fit);
  const secondLine = fit === 'two lines' && columns.some(({ narrow }) => narrow === 'second line');
  const isRendered = useRenderedRows(list?.nodes, secondLine);
  if (!list && !loading)
    return (
      <Paper>
        <LoadFailure what={caption} onRetry={onRetry} />
      </Paper>
    );
  const sideways = fit === 0 && width !== null && width - boxWidth < minTableWidth(columns);
  const widths = columnWidths(shown, (width ?? 0) - boxWidth);
  // The frame is focusable if no control is, so that the keyboard can scroll the table.
  const needsFocus = sideways && !shown.some(({ sortable, kind }) => sortable || kind === 'action');
  return (
    <Paper className={classes.frame} aria-busy={loading} data-density={density}>
      {loading && list && <div className={classes.progress} data-testid="table-progress" />}
      <div className={classes.edges}>
        <div
          ref={ref}
          className={sideways ? classes.sideways : undefined}
          {...(needsFocus && { tabIndex: 0, role: 'group', 'aria-label': caption })}
        >
          <table
            className={classes.table}
            aria-label={caption}
            style={{ minWidth: sideways ? minTableWidth(columns) + boxWidth : 0 }}
          >
            <colgroup>
              {boxes && <col style={{ width: boxWidth }} />}
              {shown.map(({ key }, index) => (
                <col key={key} data-column={key} style={{ width: widths[index] }} />
              ))}
            </colgroup>
            <TableHead columns={shown} table={table} flat={sideways} boxes={boxes} />
            <tbody className={classes.rows} onKeyDown={boxes ? (event) => chooseByKey(event, boxes) : undefined}>
              <FocusedRowContext value={tabStop}>
                <TableChoiceContext value={boxes}>
                  <TableFitContext value={fit}>
                    {list
                      ? list.nodes.map((node, index) =>
                          // Rendered once the columns that fit are known.
                          width !== null && isRendered(node, index) ? (
                            renderRow(node, columns, fragment)
                          ) : (
                            <tr key={node.id} aria-hidden className={secondLine ? classes.twoLines : undefined}>
                              <td colSpan={shown.length + (boxes ? 1 : 0)} />
                            </tr>
                          ),
                        )
                      : skeleton.map((key) => <tr key={key}>{shown.map(renderSkeletonCell)}</tr>)}
                  </TableFitContext>
                </TableChoiceContext>
              </FocusedRowContext>
            </tbody>
            {total && list && list.totalCount > 1 && list.nodes.length > 0 && width !== null && (
              <tfoot className={classes.foot}>
                <TotalRow columns={columns} fit={fit} of={list.totalCount} total={total} hasBoxes={boxes !== null} />
              </tfoot>
            )}
          </table>
        </div>
      </div>
      {list?.nodes.length === 0 && (
        <EmptyTableMessage why={emptyReason} next={next} total={list.totalCount} table={table} narrowing={narrowing} />
      )}
      {onlyRowReason && (
        <Stack align="center" gap="xs" p="md">
          <Text c="dimmed" ta="center" maw="68ch">
            {onlyRowReason}
          </Text>
          {next && <NextSteps steps={next} />}
        </Stack>
      )}
      {/* Also shown if a larger page size was selected, so that the user can select a smaller one. */}
      {list && list.totalCount > Math.min(table.size, defaultPageSize) && table !== allRows && (
        <TablePaging caption={caption} table={table} count={list.nodes.length} total={list.totalCount} />
      )}
      <VisuallyHidden role="status">
        {list && !loading ? `${caption}: ${formatCount(list.totalCount)} found` : ''}
      </VisuallyHidden>
    </Paper>
  );
}

const renderRow = <Row extends { id: string }>(
  node: { id: string },
  columns: readonly Column<Row>[],
  fragment: TypedDocumentNode<Row> | undefined,
) =>
  fragment ? (
    <CachedTableRow key={node.id} columns={columns} fragment={fragment} node={node} />
  ) : (
    <TableRow key={node.id} columns={columns} row={node as Row} />
  );

const renderSkeletonCell = <Row,>({ key, kind = 'text' }: Column<Row>) => (
  <td key={key}>
    <Skeleton h={12} w={kind === 'text' ? '70%' : '50%'} ml={kind === 'number' ? 'auto' : 0} />
  </td>
);

interface EmptyTableMessageProps {
  /** One line of text that says why the table is empty. */
  why: string;
  /** The next steps for the viewer. */
  next?: readonly NextStep[] | undefined;
  total: number;
  table: TableParams;
  narrowing?: ListFilters | undefined;
}

/** Replaces the rows of an empty table. */
function EmptyTableMessage({ why, next = [], total, table, narrowing }: EmptyTableMessageProps) {
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
