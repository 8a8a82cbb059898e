import { finished } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { normaliseText } from '../fields/text-rules.ts';
import { bulkMaxColumns, bulkMaxRows } from '../rules.ts';
import type { RunStep } from './run-step.ts';

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
const bytesPerStep = 8 * 1024;
/** With more rows that have misplaced quotation marks, the whole file counts as wrong. */
const maxStrayRows = 500;
/** The parser creates an error for each row of another length, which takes longer than the row. */
const maxRaggedRows = 10_000;
/** Longest start of a file in which the separator is searched. */
const longestHead = 100_000;
/** Enough rows with text to know that a file has too many below its header. */
const maxReadRows = bulkMaxRows + headerRows + 1;

const separators = [',', ';', '\t'];
/** The line ends that a text can mix. A writer that turns LF into CRLF twice creates CRCRLF. */
const lineEnds = ['\r\r\n', '\r\n', '\n', '\r'];
const lineEnd = /\r\r\n|\r\n|\n|\r/;
const separatorLine = /^"?sep=([^\w"\r\n])"?[,;\t ]*(?:\r\r\n|\r\n|\n|\r|$)/i;

/** The rows with text of a CSV text with a header that names columns, only as many as show that there are too many. Throws InvalidCsvError. */
export async function readCsvTable(
  text: string,
  isColumn: (heading: string) => boolean,
  runStep: RunStep,
): Promise<CsvTable> {
  const [line, named] = separatorLine.exec(text) ?? [''];
  const body = text.slice(line.length);
  const separator = named ?? separatorOf(body, isColumn);
  return { separator, hasSeparatorLine: named !== undefined, rows: await readRows(body, separator, runStep) };
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
  const lines = text.slice(0, longestHead).split(lineEnd).slice(0, headerRows);
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

interface ReadRows {
  rows: CsvRow[];
  /** Number of rows, including those without text. */
  rowCount: number;
  raggedRows: number;
}

/** Reads an invalid row separately and continues after it, so that one mistake does not affect other rows. */
async function readRows(text: string, separator: string, runStep: RunStep): Promise<CsvRow[]> {
  const bytes = Buffer.from(text);
  const read: ReadRows = { rows: [], rowCount: 0, raggedRows: 0 };
  let strayRows = 0;
  let start = 0;
  while (start < bytes.length && read.rows.length < maxReadRows) {
    const part = await readPart(bytes.subarray(start), separator, read, runStep);
    if (!part.isStopped) break;
    start += part.readBytes;
    for (let length = lineEndAt(bytes, start); length > 0; length = lineEndAt(bytes, start)) {
      start += length;
      read.rowCount += 1;
    }
    let end = start;
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end += 1;
    read.rowCount += 1;
    addRow(read.rows, { row: read.rowCount, ...splitStrayRow(bytes.toString('utf8', start, end), separator) });
    start = end + lineEndAt(bytes, end);
    strayRows += 1;
    if (strayRows > maxStrayRows)
      throw new InvalidCsvError(
        `More than ${maxStrayRows} rows have a misplaced quotation mark. Save the file as CSV UTF-8 again.`,
      );
  }
  return read.rows;
}

/** Leaves out a row without text: a megabyte can have half a million of them. */
function addRow(rows: CsvRow[], row: CsvRow): void {
  const width = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (width > bulkMaxColumns) throw new InvalidCsvError(`Row ${row.row} has more than ${bulkMaxColumns} cells.`);
  if (width > 0) rows.push({ ...row, cells: row.cells.slice(0, bulkMaxColumns).map(normaliseText) });
}

interface CsvPart {
  /** Whether a row could not be read. */
  isStopped: boolean;
  /** Number of bytes before the row. */
  readBytes: number;
}

/** Adds the rows before the first invalid one. */
async function readPart(bytes: Buffer, delimiter: string, read: ReadRows, runStep: RunStep): Promise<CsvPart> {
  const part: CsvPart = { isStopped: false, readBytes: 0 };
  const { rows, rowCount, raggedRows } = read;
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], info: Info) => {
      part.readBytes = info.bytes;
      read.rowCount = rowCount + info.records + info.empty_lines;
      read.raggedRows = raggedRows + info.invalid_field_length;
      if (read.raggedRows > maxRaggedRows)
        throw new InvalidCsvError(
          `More than ${maxRaggedRows} rows do not have as many cells as the first row. Save the file as CSV UTF-8 again.`,
        );
      addRow(rows, { row: read.rowCount, cells });
      return null;
    },
  });
  const write = async () => {
    for (let start = 0; start < bytes.length && !parser.destroyed && rows.length < maxReadRows; start += bytesPerStep)
      await runStep(() => parser.write(bytes.subarray(start, start + bytesPerStep)));
    if (!parser.destroyed) parser.end();
  };
  try {
    await Promise.all([finished(parser.resume()), write()]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    part.isStopped = true;
  }
  return part;
}

const lineEndAt = (bytes: Buffer, at: number): number =>
  lineEnds.find((end) => bytes.toString('latin1', at, at + end.length) === end)?.length ?? 0;

const properCell = /"(?:[^"]|"")*"/y;
const isProper = (raw: string) => !raw.includes('"') || /^"(?:[^"]|"")*"$/.test(raw);

/** The most likely cells of a row with misplaced quotation marks. */
function splitStrayRow(line: string, separator: string): Omit<CsvRow, 'row'> {
  const cells: string[] = [];
  const strayQuotes = new Set<number>();
  // Without it, each quotation mark would search for an end to the end of the row.
  const lastEnd = line.endsWith('"') ? line.length - 1 : line.lastIndexOf(`"${separator}`);
  for (let at = 0; at <= line.length; at += 1) {
    const end = cellEnd(line, at, separator, lastEnd);
    const raw = line.slice(at, end);
    if (!isProper(raw)) strayQuotes.add(cells.length);
    const inner = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : null;
    cells.push(inner?.replaceAll('""', '"') ?? raw);
    at = end;
  }
  return { cells, strayQuotes };
}

function cellEnd(line: string, at: number, separator: string, lastEnd: number): number {
  const endsAt = (end: number) => end === line.length || line[end] === separator;
  if (line[at] === '"' && at < lastEnd) {
    properCell.lastIndex = at;
    if (properCell.test(line) && endsAt(properCell.lastIndex)) return properCell.lastIndex;
    for (let quote = line.indexOf('"', at + 1); quote !== -1; quote = line.indexOf('"', quote + 1))
      if (endsAt(quote + 1)) return quote + 1;
  }
  const end = line.indexOf(separator, at);
  return end === -1 ? line.length : end;
}
