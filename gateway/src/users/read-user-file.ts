import type { RoleKey } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { type PersonField, personField, personFieldNames } from '@console/contract/fields/person-fields';
import { normaliseText } from '@console/contract/fields/text-rules';
import { bulkUploadFileExtension, bulkUploadWorkbookExtension, saveAsCsv } from '@console/contract/rules';
import { hasPlainLineEnds, headerPlace } from '@console/contract/user-file/csv-table';
import { mapRows, type RunStep, runInTurn } from '@console/contract/user-file/run-step';
import type { TextEncoding } from '@console/contract/user-file/text-encodings';
import {
  type CellChange,
  checkUserFile,
  completeColumns,
  InvalidUserFileError,
  type RowProblem,
  readCsv,
  strayQuote,
  type UserFile,
  type UserFileOptions,
  type UserFileRecord,
  withHeaderRow,
} from '@console/contract/user-file/user-file';
import { invalid } from '../base/errors.ts';
import { readWorkbook } from '../core/uploads/workbook.ts';
import { InvalidWorkbookError } from '../core/uploads/workbook-archive.ts';
import { meantText, spreadsheetProblem, unknownDepartment } from './cell-meaning.ts';
import { idHeading, isLeftOut } from './exported-columns.ts';
import { decodeText } from './file-text.ts';

export interface UserFileReading {
  kind: 'CSV' | 'XLSX';
  /** Null for a workbook. */
  encoding: string | null;
  /** Null for a workbook. */
  separator: string | null;
  /** Null for CSV. */
  sheet: string | null;
  headerRow: number;
  /** Header cells, in the order of the columns. */
  headings: string[];
  leftOut: string[];
  /** Rows with text below the header that the sheet hides, also by a filter. */
  hiddenRowCount: number;
}

export interface ReadUserFile extends UserFile {
  reading: UserFileReading;
  /** Whether a product API that takes the specified CSV only can take the file unchanged. */
  isSpecified: boolean;
}

interface SourceCell {
  text: string;
  from?: string;
  problem?: FieldProblem;
}

interface SourceRow {
  row: number;
  cells: SourceCell[];
  id?: string | undefined;
  isHidden?: boolean;
}

export interface CellCorrection {
  row: number;
  column: string;
  text: string;
}

interface Source extends Omit<UserFileReading, 'headings' | 'headerRow' | 'leftOut' | 'hiddenRowCount'> {
  rows: readonly SourceRow[];
  /** Whether every CSV reader splits it in the same way. */
  isPlain: boolean;
}

interface ReadingOptions extends UserFileOptions {
  /** Encoding of a text without a byte order mark. */
  encoding?: TextEncoding | null;
  /** Departments of the console; null if unknown. */
  departments?: readonly string[] | null;
  includesHiddenRows?: boolean;
}

const sheetName = 'Users';
/** Mark of CSV for spreadsheets before a possible formula. */
const formulaMark = /^'(?='*[=+\-@\t\r＝＋－＠])/;

/** Reads the template, or a CSV file of a spreadsheet, with corrected cells. Rejects with InvalidUserFileError, and INVALID for a missing cell. */
export async function readUserFile(
  name: string,
  bytes: Buffer,
  role: RoleKey | null,
  corrections: readonly CellCorrection[] = [],
  {
    encoding = null,
    departments = null,
    includesHiddenRows = false,
    runStep = runInTurn,
    ...options
  }: ReadingOptions = {},
): Promise<ReadUserFile> {
  const { rows: all, isPlain, ...source } = await sourceOf(name.toLowerCase(), bytes, encoding, runStep);
  const place = headerPlace(all, textsOf, isHeading);
  const found = place > 0 ? all.slice(place) : all;
  const shown = found.filter(({ isHidden }, index) => index === 0 || !isHidden);
  const hiddenRowCount = found.length - shown.length;
  if (hiddenRowCount > 0 && shown.length === 1 && !includesHiddenRows) throw allHidden(hiddenRowCount);
  const { rows, leftOut } = await runStep(() =>
    withoutLeftOut(includesHiddenRows || hiddenRowCount === 0 ? found : shown),
  );
  const header = place !== -1 && rows[0] ? textsOf(rows[0]).map((text) => text.trim()) : [];
  const headings = header.slice(0, header.findLastIndex(Boolean) + 1);
  const headerRow = rows[0]?.row ?? 1;
  const columns = withHeaderRow(headerRow, () => headings.map(columnOf));
  correct(rows, columns, corrections);
  // An existing user can keep another department, so those of an update are checked later.
  const offered = options.isUpdating ? null : departments;
  const isPadded = source.kind === 'XLSX';
  const records = await mapRows(rows, (row) => recordOf(row, columns, { isPadded, departments: offered }), runStep);
  const file = await checkUserFile(place === -1 ? [] : records, () => completeColumns(columns, options), role, {
    ...options,
    runStep,
  });
  const isSpecified =
    isPlain &&
    rows === all &&
    headerRow === 1 &&
    header.length === columns.length &&
    headings.every((heading, place) => heading.toLowerCase() === columns[place]) &&
    records.every(({ changes, cells }, place) => changes?.length === 0 && cells.length === rows[place]?.cells.length);
  return { ...file, reading: { ...source, headerRow, headings, leftOut, hiddenRowCount }, isSpecified };
}

const allHidden = (count: number) =>
  new InvalidUserFileError(
    'OTHER',
    `All ${count} rows of the sheet are hidden, possibly by a filter. Show them in the spreadsheet and save the workbook again.`,
  );

const textsOf = ({ cells }: SourceRow): string[] => cells.map(({ text }) => text);

async function sourceOf(name: string, bytes: Buffer, given: TextEncoding | null, runStep: RunStep): Promise<Source> {
  if (name.endsWith(bulkUploadWorkbookExtension)) return readSheet(bytes, runStep);
  if (!name.endsWith(bulkUploadFileExtension))
    throw new InvalidUserFileError(
      'FORMAT',
      `The file is not CSV: its name must end in ${bulkUploadFileExtension} or ${bulkUploadWorkbookExtension}. ${saveAsCsv}`,
    );
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw new InvalidUserFileError(
      'FORMAT',
      `The file is a spreadsheet, not CSV. If it is a workbook, its name must end in .xlsx. ${saveAsCsv}`,
    );
  const { text, encoding } = await decodeText(bytes, given, runStep);
  const { separator, hasSeparatorLine, rows } = await readCsv(text, isHeading, { runStep });
  return {
    kind: 'CSV',
    encoding,
    separator,
    sheet: null,
    isPlain: encoding === 'UTF-8' && separator !== '\t' && !hasSeparatorLine && hasPlainLineEnds(text),
    rows: rows.map(({ row, cells, strayQuotes }) => ({
      row,
      cells: cells.map((text, place) => ({ text, ...(strayQuotes?.has(place) && { problem: strayQuote }) })),
    })),
  };
}

async function readSheet(bytes: Buffer, runStep: RunStep): Promise<Source> {
  try {
    const { sheet, rows } = await readWorkbook(bytes, sheetName, runStep);
    return { kind: 'XLSX', encoding: null, separator: null, sheet, isPlain: false, rows };
  } catch (error) {
    throw error instanceof InvalidWorkbookError ? new InvalidUserFileError(error.code, error.message) : error;
  }
}

/** Removes an export's additional columns, and marks that it adds for safety. */
function withoutLeftOut(rows: readonly SourceRow[]): { rows: readonly SourceRow[]; leftOut: string[] } {
  const headings = rows[0]?.cells.map(({ text }) => text.trim()) ?? [];
  const places = new Set(headings.flatMap((heading, place) => (isLeftOut(keyOf(heading)) ? place : [])));
  if (places.size === 0) return { rows, leftOut: [] };
  const idPlace = headings.findIndex((heading) => keyOf(heading) === idHeading);
  return {
    leftOut: headings.filter((_, place) => places.has(place)),
    rows: rows.map(({ row, cells }) => ({
      row,
      id: cells[idPlace]?.text.trim() || undefined,
      cells: cells
        .filter((_, place) => !places.has(place))
        .map((cell) => ({ ...cell, text: cell.text.replace(formulaMark, '') })),
    })),
  };
}

/** Changes cells in place: a row can have as many as the file has bytes. */
function correct(
  [, ...rows]: readonly SourceRow[],
  columns: readonly string[],
  corrections: readonly CellCorrection[],
): void {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  for (const [index, { row, column, text }] of corrections.entries()) {
    const cells = cellsOf.get(row);
    const place = columns.indexOf(column);
    if (!cells)
      throw invalid([{ path: `corrections.${index}.row`, code: 'OTHER', message: 'is not a row in the file' }]);
    if (place === -1)
      throw invalid([{ path: `corrections.${index}.column`, code: 'OTHER', message: 'is not a column in the file' }]);
    while (cells.length < place) cells.push({ text: '' });
    const { text: before = '', from = before } = cells[place] ?? {};
    cells[place] = { text, from };
  }
}

/** Normalises a heading by ignoring capitals, spaces and signs: "First name *" is firstname. */
const keyOf = (heading: string): string => heading.toLowerCase().replace(/[\s_*:.-]/g, '');

const columnsByKey = new Map(
  personFieldNames.flatMap((column) =>
    [column, personField(column).label, personField(column).name].map((heading) => [keyOf(heading), column]),
  ),
);

const isHeading = (text: string): boolean => columnsByKey.has(keyOf(text.trim()));

function columnOf(heading: string): PersonField {
  const column = columnsByKey.get(keyOf(heading));
  if (column) return column;
  throw new InvalidUserFileError(
    'UNKNOWN',
    `The column “${heading.slice(0, 50)}” is unknown. Allowed columns: ${personFieldNames.join(', ')}.`,
  );
}

interface RecordOptions {
  isPadded: boolean;
  departments: readonly string[] | null;
}

function recordOf(
  { row, cells, id }: SourceRow,
  columns: readonly PersonField[],
  { isPadded, departments }: RecordOptions,
): UserFileRecord {
  const width = isPadded ? columns.length : 0;
  const end = Math.max(
    width,
    Math.min(cells.length, columns.length),
    cells.findLastIndex(({ text }) => text !== '') + 1,
  );
  const whole = Array.from({ length: end }, (_, place) => cells[place] ?? { text: '' });
  const changes: CellChange[] = [];
  const unreadable: RowProblem[] = [];
  const texts = whole.map(({ text, from, problem }, place) => {
    const column = columns[place];
    const meant = meantText(column, text, departments);
    const isUnknown = column === 'department_name' && meant !== '' && departments?.includes(meant) === false;
    const unusable = problem ?? spreadsheetProblem(column, text) ?? (isUnknown ? unknownDepartment : null);
    const isChanged = from !== undefined || meant !== text.trim();
    // One problem for all cells beyond the columns, because a row can have as many cells as the file has bytes.
    if (unusable && (column || place === columns.length)) unreadable.push({ column: column ?? null, ...unusable });
    else if (column && isChanged) changes.push({ column, from: from ?? text });
    return normaliseText(isChanged ? meant : text);
  });
  return { row, cells: texts, changes, unreadable, id };
}
