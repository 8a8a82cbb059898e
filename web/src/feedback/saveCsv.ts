import { stringify } from 'csv-stringify/browser/esm/sync';
import { saveFile } from './saveFile.ts';

/** Saves lines of cells, the first with the titles, as a CSV file that spreadsheet programs read. */
export function saveCsv(lines: readonly (readonly string[])[], fileName: string): void {
  const text = stringify([...lines], { bom: true, escape_formulas: true });
  saveFile(new Blob([text], { type: 'text/csv' }), fileName);
}
