import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';

/** The text cannot be read at all; the message gives the reason. */
export class InvalidCsvError extends Error {
  override name = 'InvalidCsvError';
}

interface CsvRow {
  /** The row number of a spreadsheet, from 1. */
  row: number;
  cells: string[];
  /** Positions of cells with a quotation mark that neither surrounds the cell nor is doubled in it. */
  strayQuotes?: ReadonlySet<number>;
}

export interface CsvTable {
  separator: string;
  /** Whether the first line only names the separator (`sep=;`). Spreadsheets do not show it, and it has no row number. */
  hasSeparatorLine: boolean;
  rows: CsvRow[];
}

/** Number of rows in which the header is searched: exports put a title above it. */
const headerRows = 10;
const headerNames = 2;
/** Bytes that are read before other requests run. */
const bytesPerTurn = 32 * 1024;
/** With more rows that have misplaced quotation marks, the whole file counts as wrong. */
const maxStrayRows = 500;
/** Longer rows are split without regard to quotation marks: each could begin a cell. */
const longestRow = 10_000;

const separators = [',', ';', '\t'];
/** The line ends that a text can mix. A writer that turns LF into CRLF twice creates CRCRLF. */
const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];
const lineEnd = /\r\r\n|\r\n|\n|\r/;
const separatorLine = /^"?sep=([^\w"\r\n])"?[,;\t ]*(?:\r\r\n|\r\n|\n|\r|$)/i;

/** The rows of a CSV text with a header that names columns. Throws InvalidCsvError; other requests run while it is read. */
export async function readCsvTable(text: string, isColumn: (heading: string) => boolean): Promise<CsvTable> {
  const [line, named] = separatorLine.exec(text) ?? [''];
  const body = text.slice(line.length);
  const separator = named ?? separatorOf(body, isColumn);
  return { separator, hasSeparatorLine: named !== undefined, rows: await readRows(body, separator) };
}

/** Index of the header: among the first ten rows the first that names two columns, otherwise the first with text; -1 if all are empty. */
export function headerPlace<R extends { row: number }>(
  rows: readonly R[],
  textsOf: (row: R) => readonly string[],
  isColumn: (heading: string) => boolean,
): number {
  const place = rows.findIndex((row) => row.row <= headerRows && namedColumns(textsOf(row), isColumn) >= headerNames);
  return place === -1 ? rows.findIndex((row) => textsOf(row).some((text) => text.trim() !== '')) : place;
}

/** Whether all lines end in LF, or all in CRLF: every CSV reader knows both. */
export const hasPlainLineEnds = (text: string): boolean =>
  !/\r(?!\n)/.test(text) && !(text.includes('\r\n') && /(?<!\r)\n/.test(text));

const namedColumns = (texts: readonly string[], isColumn: (heading: string) => boolean) =>
  new Set(texts.map((text) => text.trim()).filter(isColumn)).size;

function separatorOf(text: string, isColumn: (heading: string) => boolean): string {
  const lines = text
    .slice(0, headerRows * longestRow)
    .split(lineEnd)
    .slice(0, headerRows);
  const cellsOf = (line: string, separator: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const mostOf = (count: (separator: string) => number) =>
    separators.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
  for (const line of lines) {
    const named = (separator: string) => namedColumns(cellsOf(line, separator), isColumn);
    const most = mostOf(named);
    if (named(most) >= headerNames) return most;
  }
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return mostOf((separator) => first.split(separator).length);
}

/** Reads an invalid row separately and continues after it, so that one mistake does not affect other rows. */
async function readRows(text: string, separator: string): Promise<CsvRow[]> {
  const bytes = Buffer.from(text);
  const rows: CsvRow[] = [];
  let strayRows = 0;
  let start = 0;
  let last = 0;
  while (start < bytes.length) {
    const base = last;
    const part = await readPart(bytes.subarray(start), separator, (row, cells) =>
      rows.push({ row: base + row, cells }),
    );
    if (!part.isStopped) break;
    start += part.readBytes;
    last += part.rowCount;
    for (let length = lineEndAt(bytes, start); length > 0; length = lineEndAt(bytes, start)) {
      start += length;
      last += 1;
    }
    let end = start;
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end += 1;
    last += 1;
    rows.push({ row: last, ...splitStrayRow(bytes.toString('utf8', start, end), separator) });
    start = end + lineEndAt(bytes, end);
    strayRows += 1;
    if (strayRows > maxStrayRows)
      throw new InvalidCsvError(
        `More than ${maxStrayRows} rows have a misplaced quotation mark. Save the file as CSV UTF-8 again.`,
      );
  }
  return rows;
}

interface CsvPart {
  /** Whether a row could not be read. */
  isStopped: boolean;
  /** Number of bytes before the row. */
  readBytes: number;
  /** Number of rows before the row, including empty ones. */
  rowCount: number;
}

async function readPart(
  bytes: Buffer,
  delimiter: string,
  onRow: (row: number, cells: string[]) => void,
): Promise<CsvPart> {
  const part: CsvPart = { isStopped: false, readBytes: 0, rowCount: 0 };
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[], info: Info) => {
      part.readBytes = info.bytes;
      part.rowCount = info.records + info.empty_lines;
      onRow(part.rowCount, record);
      return null;
    },
  });
  try {
    await Promise.all([finished(parser.resume()), writeInTurns(parser, bytes)]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    part.isStopped = true;
  }
  return part;
}

async function writeInTurns(parser: Writable, bytes: Buffer): Promise<void> {
  for (let start = 0; start < bytes.length && !parser.destroyed; start += bytesPerTurn) {
    parser.write(bytes.subarray(start, start + bytesPerTurn));
    await nextTurn();
  }
  if (!parser.destroyed) parser.end();
}

const lineEndAt = (bytes: Buffer, at: number): number =>
  lineEnds.find((end) => bytes.toString('latin1', at, at + end.length) === end)?.length ?? 0;

const properCell = /"(?:[^"]|"")*"/y;
const isProper = (raw: string) => !raw.includes('"') || /^"(?:[^"]|"")*"$/.test(raw);

/** The most likely cells of a row with misplaced quotation marks. */
function splitStrayRow(line: string, separator: string): Omit<CsvRow, 'row'> {
  const cells: string[] = [];
  const strayQuotes = new Set<number>();
  for (let at = 0; at <= line.length; at += 1) {
    const end = cellEnd(line, at, separator);
    const raw = line.slice(at, end);
    if (!isProper(raw)) strayQuotes.add(cells.length);
    const inner = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : null;
    cells.push(inner?.replaceAll('""', '"') ?? raw);
    at = end;
  }
  return { cells, strayQuotes };
}

function cellEnd(line: string, at: number, separator: string): number {
  const endsAt = (end: number) => end === line.length || line[end] === separator;
  if (line[at] === '"' && line.length <= longestRow) {
    properCell.lastIndex = at;
    if (properCell.test(line) && endsAt(properCell.lastIndex)) return properCell.lastIndex;
    for (let quote = line.indexOf('"', at + 1); quote !== -1; quote = line.indexOf('"', quote + 1))
      if (endsAt(quote + 1)) return quote + 1;
  }
  const end = line.indexOf(separator, at);
  return end === -1 ? line.length : end;
}
