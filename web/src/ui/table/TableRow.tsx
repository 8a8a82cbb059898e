import { createContext, type ReactNode, use } from 'react';
import { usePeekRow } from '../peek/usePeekRow.ts';
import type { ColumnFit } from './columnWidths.ts';
import classes from './DataTable.module.css';
import type { Heading } from './TableHead.tsx';
import { useChanged } from './useChanged.ts';

export interface Column<Row> extends Heading, ColumnFit {
  /** In a frame that is too narrow for all columns: part of the first column's second line, left out, or its width there. Without any the table scrolls sideways. */
  narrow?: 'second line' | 'left out' | number;
  render: (row: Row) => ReactNode;
  /** What the second line shows instead, with its own words; nothing leaves it out. */
  second?: (row: Row) => ReactNode;
  /** The cell's text, for the tooltip of a truncated cell. */
  full?: (row: Row) => string;
}

/** A column of texts, with a dash where one is missing. */
export const textColumn = <Row,>(
  key: string,
  title: string,
  text: (row: Row) => string | null | undefined,
): Column<Row> => ({ key, title, full: (row) => text(row) ?? '', render: (row) => text(row) || '–' });

/** The frame of the table is too narrow for all of its columns. */
export const NarrowTable = createContext(false);

/** The columns that a row keeps in a narrow frame, where the first one takes what the others leave. */
export const narrowColumns = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns
    .filter(({ narrow }) => typeof narrow !== 'string')
    .map((column, index) => ({
      ...column,
      ...(index === 0 ? { min: 0 } : typeof column.narrow === 'number' && { min: column.narrow, max: column.narrow }),
    }));

/** A row of a `DataTable`. */
export function TableRow<Row extends { id: string }>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const peekRow = usePeekRow(row.id);
  const changed = useChanged(row);
  const narrow = use(NarrowTable);
  const second = narrow ? columns.filter((column) => column.narrow === 'second line') : [];
  return (
    <tr {...peekRow} data-changed={changed || undefined}>
      {(narrow ? narrowColumns(columns) : columns).map((column, index) => drawCell(column, index, row, second))}
    </tr>
  );
}

function drawCell<Row>(
  { key, kind = 'text', render, full }: Column<Row>,
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
        <span className={truncate || undefined} title={title}>
          {render(row)}
        </span>
        {second.length > 0 && (
          <div className={classes.second}>
            {second.map((column) => {
              const content = (column.second ?? column.render)(row);
              return (
                content && (
                  <span key={column.key} className={classes.cut} title={column.full?.(row)}>
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
    <td key={key} className={truncate || looks} title={title}>
      {render(row)}
    </td>
  );
}
