import { stringify } from 'csv-stringify/browser/esm/sync';
import { saveFile } from './saveFile.ts';

/** Saves lines of cells, the first with the titles, as a CSV file that spreadsheet programs read. */
export function saveCsv(lines: readonly (readonly string[])[], fileName: string): void {
  const text = stringify(
    lines.map((line) => line.map(withOwnApostrophe)),
    { bom: true, escape_formulas: true },
  );
  saveFile(new Blob([text], { type: 'text/csv' }), fileName);
}

/** A text that itself begins with the protecting apostrophe gets one more, so that the apostrophes can be removed safely. */
const withOwnApostrophe = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "''");
