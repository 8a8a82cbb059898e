import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream } from 'hucre/xlsx';
import { clocksOf } from '../base/time-zone.ts';
import { type ExportOptions, separators } from '../graphql/export-options.ts';
import type { ExportCell, FileColumn } from '../graphql/export-source.ts';

type Batches = AsyncIterable<ExportCell[][]>;

interface FileOptions extends ExportOptions {
  sheet: string;
}

interface ExportFile {
  type: string;
  write: (columns: readonly FileColumn[], batches: Batches, options: FileOptions) => Readable;
}

/** Destroying the stream of `write` ends the rows. */
export const exportFiles: Record<'csv' | 'xlsx', ExportFile> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (columns, batches, options) =>
      Readable.from(csvOf(titlesOf(columns, options), batches, options), { objectMode: false }),
  },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: (columns, batches, options) => {
      const headers = titlesOf(columns, options);
      const stream = writeXlsxStream(cellsOf(batches, options), {
        name: options.sheet,
        columns: columns.map(({ kind = 'text', width = widths[kind] }, at) => ({
          header: headers[at] ?? '',
          // The filter button is next to the title.
          width: Math.max(width, (headers[at]?.length ?? 0) + 4),
          ...(kind === 'time' && { numFmt: 'yyyy-mm-dd hh:mm:ss' }),
        })),
        freezePane: { rows: 1 },
        autoFilter: true,
      });
      return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
    },
  },
};

/** In characters. */
const widths = { text: 24, number: 10, id: 10, time: 22 };

/** Titles as on the screen; those of times name the zone, which no date cell has. */
const titlesOf = (columns: readonly FileColumn[], { timeZone }: ExportOptions): string[] =>
  columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${timeZone})` : title));

/** Titles come with the first rows, so that an earlier failure has written nothing. */
async function* csvOf(titles: string[], batches: Batches, { timeZone, separator }: ExportOptions) {
  const options = {
    delimiter: separators[separator],
    escape_formulas: true,
    record_delimiter: 'windows',
  } as const;
  const clocks = clocksOf(timeZone);
  const toText = (cell: ExportCell): string => {
    if (!(cell instanceof Date)) return withOwnApostrophe(String(cell ?? ''));
    const { shown, offset } = clocks(cell);
    return shown.toISOString().replace('Z', offset);
  };
  let unwritten = stringify([titles], { ...options, bom: true });
  for await (const rows of batches) {
    const text =
      unwritten +
      stringify(
        rows.map((row) => row.map(toText)),
        options,
      );
    if (text !== '') yield text;
    unwritten = '';
  }
  if (unwritten !== '') yield unwritten;
}

/** Doubles an apostrophe of the text itself, so that the mark before formulas can be removed safely. */
const withOwnApostrophe = (text: string): string => text.replace(/^'(?='*[=+\-@\t\r＝＋－＠])/, "''");

async function* cellsOf(batches: Batches, { timeZone }: ExportOptions) {
  const clocks = clocksOf(timeZone);
  const toCell = (cell: ExportCell) => {
    if (typeof cell === 'string') return toCellText(cell);
    if (!(cell instanceof Date)) return cell;
    const { shown } = clocks(cell);
    return isShownByExcel(shown) ? shown : cell.toISOString();
  };
  for await (const rows of batches) for (const row of rows) yield row.map(toCell);
}

/** Excel counts days from 1900, when its February has one day too many, to 9999. */
const isShownByExcel = (day: Date): boolean => day.getUTCFullYear() > 1900 && day.getUTCFullYear() < 10_000;

const longestCell = 32_767;

/** The writer escapes for XML, except for two characters and texts that look like its escapes. */
const toCellText = (text: string): string =>
  (text.length > longestCell ? text.slice(0, longestCell) : text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
