import type { FragmentType, TypedDocumentNode } from '@apollo/client';
import { createContext, memo, type ReactNode, use, useEffect, useState } from 'react';
import { useFragment } from '../../apollo/useFragment.ts';
import { usePeekRow } from '../keyboard/usePeekRow.ts';
import { formatCount } from '../values/format.ts';
import { ChoiceCell } from './ChoiceCell.tsx';
import { type ColumnFit, minTableWidth } from './columnWidths.ts';
import classes from './DataTable.module.css';
import { TableChoiceContext } from './RowChoice.ts';
import type { ColumnHeading } from './TableHead.tsx';

export interface Column<Row> extends ColumnHeading, ColumnFit {
  /**
   * What a narrow frame does with the column: leaves it out (last columns first), or shows it in the second line of the first column, or next to it
   * with a width. Without this the table scrolls sideways.
   */
  narrow?: 'second line' | 'left out' | number;
  render: (row: Row) => ReactNode;
  /** The content of the second line, with its own words; nothing leaves it out. */
  second?: (row: Row) => ReactNode;
  /** Whether the text distinguishes rows, so that it has two lines before it is truncated, like the first column. */
  wraps?: boolean;
  /** The cell's text, for the tooltip of a truncated cell. */
  full?: (row: Row) => string;
}

/** A column of texts, with a dash where one is missing. */
export const textColumn = <Row,>(
  key: string,
  title: string,
  text: (row: Row) => string | null | undefined,
): Column<Row> => ({ key, title, full: (row) => text(row) ?? '', render: (row) => text(row) || '–' });

type LeftOutColumnCount = number;

/** The layout that fits a frame: the columns without the last few that may be left out, or rows of two lines. */
export type TableFit = LeftOutColumnCount | 'two lines';
export const TableFitContext = createContext<TableFit>(0);

/** The shown columns. In rows with two lines the first column gets the width that other columns leave. */
export const columnsFor = <Row,>(columns: readonly Column<Row>[], fit: TableFit): readonly Column<Row>[] => {
  if (fit === 'two lines')
    return columns
      .filter(({ narrow }) => typeof narrow !== 'string')
      .map(({ narrow, ...column }, index) => ({
        ...column,
        ...(index === 0 ? { min: 0 } : typeof narrow === 'number' && { min: narrow, max: narrow }),
      }));
  const optional = columns.filter(({ narrow }) => narrow === 'left out');
  const leftOut = optional.slice(optional.length - fit);
  return columns.filter((column) => !leftOut.includes(column));
};

/** Leaves out as few columns as possible. A table without columns to leave out shows all. */
export function tableFit<Row>(columns: readonly Column<Row>[], width: number): TableFit {
  const optional = columns.filter(({ narrow }) => narrow === 'left out').length;
  for (let fit = 0; fit <= optional; fit += 1) if (minTableWidth(columnsFor(columns, fit)) <= width) return fit;
  return columns.some(({ narrow }) => narrow) ? 'two lines' : 0;
}

/** A row of a `DataTable`. */
export function TableRow<Row extends { id: string }>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const peekRow = usePeekRow(row.id);
  const changed = useRecentlyChanged(row);
  const fit = use(TableFitContext);
  const boxes = use(TableChoiceContext);
  return (
    <tr {...peekRow} data-changed={changed || undefined} data-choice={boxes ? row.id : undefined}>
      {boxes && <ChoiceCell given={boxes} id={row.id} name={columns[0]?.full?.(row)} />}
      <Cells columns={columns} fit={fit} row={row} />
    </tr>
  );
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  fit: TableFit;
  row: Row;
}

/** Memoised, because moving from row to row renders the frames of all rows. */
const Cells = memo(function Cells<Row>({ columns, fit, row }: CellsProps<Row>) {
  return cellsOf(columns, fit, row);
}) as <Row>(props: CellsProps<Row>) => ReactNode;

function cellsOf<Row>(columns: readonly Column<Row>[], fit: TableFit, row: Row) {
  const second = fit === 'two lines' ? columns.filter(({ narrow }) => narrow === 'second line') : [];
  return columnsFor(columns, fit).map((column, index) => renderCell(column, index, row, second));
}

interface TotalRowProps<Row> extends Omit<CellsProps<Row>, 'row'> {
  /** Number of rows in the sum. */
  of: number;
  total: Row;
  hasBoxes: boolean;
}

/** The sums of all rows of all pages. */
export function TotalRow<Row>({ columns: [first, ...rest], fit, of, total, hasBoxes }: TotalRowProps<Row>) {
  const label = `Total of ${formatCount(of)}`;
  const columns = first ? [{ ...first, render: () => label, full: () => label }, ...rest] : rest;
  return (
    <tr>
      {hasBoxes && <td />}
      {cellsOf(columns, fit, total)}
    </tr>
  );
}

interface CachedTableRowProps<Row> {
  columns: readonly Column<Row>[];
  fragment: TypedDocumentNode<Row>;
  node: { id: string };
}

/** A row from the cache; renders nothing if the row is incomplete. */
export const CachedTableRow = memo(function CachedTableRow<Row extends { id: string }>({
  columns,
  fragment,
  node,
}: CachedTableRowProps<Row>) {
  const { data, complete } = useFragment(fragment, node as FragmentType<Row>);
  return complete && <TableRow columns={columns} row={data as Row} />;
}) as <Row extends { id: string }>(props: CachedTableRowProps<Row>) => ReactNode;

function renderCell<Row>(
  { key, kind = 'text', render, full, wraps }: Column<Row>,
  index: number,
  row: Row,
  second: readonly Column<Row>[],
) {
  const truncate = kind === 'text' && classes.cut;
  const title = full?.(row);
  // A pinned cell shows its shadow outside, so an inner element truncates its text.
  if (index === 0)
    return (
      <th key={key} scope="row">
        <span className={truncate ? classes.wraps : undefined} title={title}>
          {render(row)}
        </span>
        {second.length > 0 && (
          <div className={classes.second}>
            {second.map((column) => {
              const content = (column.second ?? column.render)(row);
              return (
                content && (
                  <span
                    key={column.key}
                    className={column.kind === 'action' ? classes.controls : classes.cut}
                    title={column.full?.(row)}
                  >
                    {content}
                  </span>
                )
              );
            })}
          </div>
        )}
      </th>
    );
  const looks = key === 'action' ? classes.actions : kind === 'number' ? classes.number : undefined;
  return (
    <td key={key} className={wraps ? undefined : truncate || looks} title={title}>
      {wraps ? <span className={classes.wraps}>{render(row)}</span> : render(row)}
    </td>
  );
}

const tintMs = 2_000;

/** Whether the content of a row has just changed. */
const useRecentlyChanged = (row: object): boolean => {
  const content = JSON.stringify(row);
  const [shown, setShown] = useState(content);
  const [changed, setChanged] = useState(false);
  if (content !== shown) {
    setShown(content);
    setChanged(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change starts the time again.
  useEffect(
    function endTint() {
      if (!changed) return;
      const timer = setTimeout(() => setChanged(false), tintMs);
      return () => clearTimeout(timer);
    },
    [changed, shown],
  );
  return changed;
};
