import { saveCsv } from '../../feedback/saveCsv.ts';
import type { FailedRow } from './bulkRun.ts';

/** Downloads the rows that failed, with the reasons. */
export function downloadFailedRows(rows: readonly FailedRow[]): void {
  const lines = rows.map(({ id, name, email, message }) => [id, name, email, message]);
  saveCsv([['ID', 'Name', 'Email', 'Reason'], ...lines], 'not-done.csv');
}
