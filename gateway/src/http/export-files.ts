import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream } from 'hucre/xlsx';

/** A file under way. */
interface ExportFile {
  type: string;
  write: (titles: string[], batches: AsyncIterable<string[][]>, sheet: string) => Readable;
}

/** The formats of exports. Destroying what `write` answers ends the rows. */
export const exportFiles: Record<'csv' | 'xlsx', ExportFile> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (titles, batches) => Readable.from(csvOf(titles, batches), { objectMode: false }),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (titles, batches, sheet) => {
      const columns = titles.map((header) => ({ header }));
      const stream = writeXlsxStream(cellsOf(batches), { name: sheet, columns, freezePane: { rows: 1 } });
      return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
    },
  },
};

/** The titles come with the first rows: what fails before these has written nothing. */
async function* csvOf(titles: string[], batches: AsyncIterable<string[][]>) {
  const options = { escape_formulas: true, record_delimiter: 'windows' } as const;
  let unwritten = stringify([titles], { ...options, bom: true });
  for await (const rows of batches) {
    const text =
      unwritten +
      stringify(
        rows.map((row) => row.map(withOwnApostrophe)),
        options,
      );
    if (text !== '') yield text;
    unwritten = '';
  }
  if (unwritten !== '') yield unwritten;
}

/** A text that itself begins with the apostrophe that precedes formulas gets one, too, so that each can be taken off again. */
const withOwnApostrophe = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "''");

async function* cellsOf(batches: AsyncIterable<string[][]>) {
  for await (const rows of batches) for (const row of rows) yield row.map(toCellText);
}

/** What Excel takes. */
const longestCell = 32_767;

/** A text as a cell may have it: the writer escapes what XML cannot have, except for two characters and texts that look like its own escapes. */
const toCellText = (text: string): string =>
  (text.length > longestCell ? text.slice(0, longestCell) : text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
