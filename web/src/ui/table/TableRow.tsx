import type { ReactNode } from 'react';
import { usePeekRow } from '../peek/usePeekRow.ts';
import type { ColumnFit } from './columnWidths.ts';
import classes from './DataTable.module.css';
import type { Heading } from './TableHead.tsx';

export interface Column<Row> extends Heading, ColumnFit {
  render: (row: Row) => ReactNode;
  /** The cell's text, for the tooltip of a truncated cell. */
  full?: (row: Row) => string;
}

/** A row of a `DataTable`. */
export function TableRow<Row extends { id: string }>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const peekRow = usePeekRow(row.id);
  return <tr {...peekRow}>{columns.map((column, index) => drawCell(column, index, row))}</tr>;
}

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
