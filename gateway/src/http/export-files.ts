import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { writeXlsxStream } from 'hucre/xlsx';

/** A file under way. */
interface ExportFile {
  type: string;
  write: (titles: string[], rows: AsyncIterable<string[]>, sheet: string) => Readable;
}

const ignoreEnd = () => undefined;

/** The formats of exports. Destroying what `write` answers ends the rows. */
export const exportFiles: Record<'csv' | 'xlsx', ExportFile> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (titles, rows) =>
      pipeline(
        Readable.from(rows),
        stringify({ header: true, columns: titles, bom: true, escape_formulas: true, record_delimiter: 'windows' }),
        ignoreEnd,
      ),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (titles, rows, sheet) => {
      const columns = titles.map((header) => ({ header }));
      const stream = writeXlsxStream(cellsOf(rows), { name: sheet, columns, freezePane: { rows: 1 } });
      return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
    },
  },
};

async function* cellsOf(rows: AsyncIterable<string[]>) {
  for await (const row of rows) yield row.map(toCellText);
}

/** What Excel takes. */
const longestCell = 32_767;

/** A text as a cell may have it: the writer escapes what XML cannot have, except for two characters and texts that look like its own escapes. */
const toCellText = (text: string): string =>
  (text.length > longestCell ? text.slice(0, longestCell) : text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
