import { stringify } from 'csv-stringify/browser/esm/sync';
import { saveFile } from '../../feedback/saveFile.ts';
import type { FailedRow } from './bulkRun.ts';

/** Downloads the rows that were refused, with the reasons, as a CSV file that spreadsheet programs read. */
export function downloadFailedRows(rows: readonly FailedRow[]): void {
  const columns = [
    { key: 'id', header: 'Id' },
    { key: 'name', header: 'Name' },
    { key: 'email', header: 'Email' },
    { key: 'message', header: 'Reason' },
  ] as const;
  const text = stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });
  saveFile(new Blob([text], { type: 'text/csv' }), 'not-done.csv');
}
