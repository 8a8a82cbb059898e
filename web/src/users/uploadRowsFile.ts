import { bulkResultColumn } from '@console/contract/rules';
import { saveCsv } from '../feedback/saveCsv.ts';
import { isFaultyUploadRow, type UploadRow } from './uploadRows.ts';
import type { Corrections } from './useCorrections.ts';

const reasonsOf = ({ problems }: UploadRow): string =>
  problems.map(({ column, message }) => (column === null ? message : `${column} ${message}`)).join('; ');

interface RowsFile {
  name: string;
  columns: readonly string[];
  rows: readonly UploadRow[];
  /** The result text of a row without problems. */
  fine: (row: UploadRow) => string;
  corrections?: Pick<Corrections, 'at'> | undefined;
}

/** Downloads rows with their results, as a CSV file that can be uploaded. */
export function downloadUploadRows({ name, columns, rows, fine, corrections }: RowsFile): void {
  // The results come first, because rows can have too few or too many cells.
  const lines = rows.map((row) => [
    isFaultyUploadRow(row) ? reasonsOf(row) : fine(row),
    ...row.cells.map((cell, at) => corrections?.at(row.row, columns[at] ?? '') ?? cell),
  ]);
  saveCsv([[bulkResultColumn, ...columns], ...lines], name);
}
