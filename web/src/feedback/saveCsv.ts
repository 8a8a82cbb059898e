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

/** A text that itself begins with the apostrophe that precedes formulas gets one, too, so that each can be taken off again. */
const withOwnApostrophe = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "''");
