import { type RoleKey, roleByName } from '../access.ts';
import type { FieldErrorCode, FieldProblem } from '../errors.ts';
import { storedEmail } from '../fields/domain-rules.ts';
import { type PersonField, personField, personFieldNames } from '../fields/person-fields.ts';
import { profileTextsOf, type UserFields, validateUser } from '../fields/user-rules.ts';
import { bulkMaxBytes, bulkMaxRows, defaultCountryCode } from '../rules.ts';
import { type CsvTable, headerPlace, InvalidCsvError, readCsvTable } from './csv-table.ts';
import { flagOf } from './flag-words.ts';
import { mapRows, type RunStep, runInTurn } from './run-step.ts';

/** The whole file is rejected; the message gives the reason. */
export class InvalidUserFileError extends Error {
  override name = 'InvalidUserFileError';
  readonly code: FieldErrorCode;

  constructor(code: FieldErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A problem of a row. Without a column it concerns the whole row. */
export interface RowProblem extends FieldProblem {
  column: PersonField | null;
}

/** A cell of which the text was replaced by an equivalent one. */
export interface CellChange {
  column: PersonField;
  from: string;
}

export interface UserFileRecord {
  /** The row number of a spreadsheet: the header is 1. */
  row: number;
  cells: string[];
  /** Columns with unreadable text, which are not checked further. */
  unreadable?: readonly RowProblem[];
  changes?: readonly CellChange[];
  /** Id of an exported user; the row must have that user's email. */
  id?: string | undefined;
}

/** A row of a bulk upload. */
export interface UserFileRow extends UserFileRecord {
  user: UserFields & { email: string };
  problems: RowProblem[];
}

/** The column of `UserFileRecord.id`, in a file that also updates users. */
export const userFileIdColumn = 'id';

/** How a file is read and checked. */
export interface UserFileOptions {
  /** The file may update users: only the email is required, and missing fields are checked once it is known which users exist. */
  isUpdating?: boolean;
  runStep?: RunStep;
}

/** The problem of a cell or row with unpaired quotation marks. */
export const strayQuote: FieldProblem = { code: 'FORMAT', message: 'must not have a misplaced quotation mark' };

/** A parsed bulk upload, checked without the database. */
export interface UserFile {
  columns: PersonField[];
  rows: UserFileRow[];
}

/**
 * Parses a CSV file of users: UTF-8, commas or semicolons, header in any order (CHECKLIST OPEN-26). Rejects with
 * InvalidUserFileError; rows have their own problems, existing users are not checked.
 */
export async function parseUserFile(
  bytes: Uint8Array,
  uploaderRole: RoleKey | null,
  options: UserFileOptions = {},
): Promise<UserFile> {
  const isColumn = (heading: string) => personFieldNames.some((name) => name === heading.toLowerCase());
  const { rows } = await readCsv(decode(bytes), isColumn, options);
  const place = headerPlace(rows, ({ cells }) => cells, isColumn);
  const records = (place === -1 ? [] : rows.slice(place)).map(
    ({ row, cells, strayQuotes }): UserFileRecord => ({
      row,
      cells,
      ...(strayQuotes && { unreadable: [{ column: null, ...strayQuote }] }),
    }),
  );
  const { isUpdating = false } = options;
  const toColumns = (headings: readonly string[]) => columnsOf(headings, options);
  return checkUserFile(isUpdating ? withIds(records) : records, toColumns, uploaderRole, options);
}

/** Checks the rows of a file, the first of which is the header. Rejects with InvalidUserFileError. */
export async function checkUserFile(
  [header, ...records]: readonly UserFileRecord[],
  toColumns: (headings: readonly string[]) => PersonField[],
  uploaderRole: RoleKey | null,
  { isUpdating = false, runStep = runInTurn }: UserFileOptions = {},
): Promise<UserFile> {
  if (!header || header.cells.every((cell) => cell.trim() === ''))
    throw new InvalidUserFileError('REQUIRED', 'The file is empty.');
  const columns = withHeaderRow(header.row, () => toColumns(header.cells));
  const filled = records.filter(
    ({ cells, unreadable }) => unreadable?.length || cells.some((cell) => cell.trim() !== ''),
  );
  if (filled.length === 0) throw new InvalidUserFileError('OTHER', 'The file has no rows below its header.');
  if (filled.length > bulkMaxRows)
    throw new InvalidUserFileError(
      'TAKEN',
      `The file has too many rows. At most ${bulkMaxRows} can be uploaded at once.`,
    );
  const firstRowOf = new Map<string, number>();
  const check = (record: UserFileRecord): UserFileRow => {
    const { row, cells, unreadable = [] } = record;
    const user = userOf(columns, cells);
    const problems = [
      ...unreadable,
      ...problemsOf(columns, cells, user, isUpdating ? emailAndRole(user) : everyField(uploaderRole)).filter(
        ({ column }) => !unreadable.some((problem) => problem.column === column),
      ),
    ];
    const email = storedEmail(user.email);
    const first = firstRowOf.get(email);
    if (email && first !== undefined)
      problems.push({ column: 'email', code: 'TAKEN', message: `is already in row ${first}` });
    else firstRowOf.set(email, row);
    return { ...record, user, problems };
  };
  return { columns, rows: await mapRows(filled, check, runStep) };
}

function decode(bytes: Uint8Array): string {
  if (bytes.length > bulkMaxBytes) throw new InvalidUserFileError('OTHER', 'The file is larger than 1 MB.');
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new InvalidUserFileError('OTHER', 'The file is a spreadsheet, not CSV. Save it as CSV first.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidUserFileError('OTHER', 'The file is not UTF-8 text. Save it as CSV UTF-8 first.');
  }
}

/** The rows with text of a CSV text. Rejects with InvalidUserFileError; other requests run while it is read. */
export async function readCsv(
  text: string,
  isColumn: (heading: string) => boolean,
  { runStep = runInTurn }: UserFileOptions = {},
): Promise<CsvTable> {
  try {
    return await readCsvTable(text, isColumn, runStep);
  } catch (error) {
    throw error instanceof InvalidCsvError ? new InvalidUserFileError('OTHER', error.message) : error;
  }
}

/** Calls `read` for the header; an error then names the row of the header. */
export function withHeaderRow<T>(row: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidUserFileError)) throw error;
    throw new InvalidUserFileError(error.code, `${error.message} Row ${row} was read as the header.`);
  }
}

/** The rows without the id column, if there is one. */
function withIds(records: readonly UserFileRecord[]): UserFileRecord[] {
  const place = records[0]?.cells.findIndex((cell) => cell.trim().toLowerCase() === userFileIdColumn) ?? -1;
  if (place === -1) return [...records];
  return records.map((record) => ({
    ...record,
    id: record.cells[place]?.trim() || undefined,
    cells: record.cells.toSpliced(place, 1),
  }));
}

function columnsOf(cells: readonly string[], options: UserFileOptions): PersonField[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.find((name) => !personFieldNames.some((column) => column === name));
  if (unknown !== undefined)
    throw new InvalidUserFileError(
      'UNKNOWN',
      `The column “${unknown.slice(0, 50)}” is unknown. Allowed columns: ${personFieldNames.join(', ')}.`,
    );
  return completeColumns(names as PersonField[], options);
}

/** The columns of a header. Throws if one is missing or occurs twice. */
export function completeColumns(columns: PersonField[], { isUpdating = false }: UserFileOptions = {}): PersonField[] {
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined) throw new InvalidUserFileError('TAKEN', `The column “${twice}” is in the header twice.`);
  const needed = personFieldNames.filter((column) => (isUpdating ? column === 'email' : personField(column).required));
  const missing = needed.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new InvalidUserFileError('OTHER', `The header is missing these columns: ${missing.join(', ')}.`);
  return columns;
}

/** Trimmed text of a row's cell; empty if the file does not have the column. */
export const cellOf = (columns: readonly PersonField[], { cells }: UserFileRecord, column: PersonField): string =>
  cells[columns.indexOf(column)]?.trim() ?? '';

function userOf(columns: PersonField[], cells: string[]): UserFileRow['user'] {
  const cell = (column: PersonField) => cells[columns.indexOf(column)]?.trim() ?? '';
  const role = cell('role');
  const texts = profileTextsOf(cell);
  return {
    ...texts,
    email: cell('email'),
    country_code: texts.country_code ?? defaultCountryCode,
    role: role === '' ? undefined : roleByName(role),
    dept_lead: flagOf(cell('dept_lead')) ?? false,
  };
}

const everyField = (callerRole: RoleKey | null) => ({ fields: personFieldNames, callerRole });

/** Fields that are checked whether or not the user exists. */
const emailAndRole = ({ role }: UserFields): Parameters<typeof validateUser>[1] => ({
  fields: role === null ? ['email', 'role'] : ['email'],
});

/** Problems of a row that creates a user. */
export const newUserProblems = ({ user }: UserFileRow, callerRole: RoleKey | null): RowProblem[] =>
  userProblems(user, everyField(callerRole));

function userProblems(user: UserFields, rules: Parameters<typeof validateUser>[1]): RowProblem[] {
  const userErrors = validateUser(user, rules);
  return personFieldNames.flatMap((column) => {
    const problem = userErrors[column];
    return problem ? [{ column, ...problem }] : [];
  });
}

function problemsOf(
  columns: PersonField[],
  cells: string[],
  user: UserFields,
  rules: Parameters<typeof validateUser>[1],
): RowProblem[] {
  if (cells.length !== columns.length)
    return [
      {
        column: null,
        code: 'OTHER',
        message: `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} instead of ${columns.length}`,
      },
    ];
  const problems = userProblems(user, rules);
  if (flagOf(cells[columns.indexOf('dept_lead')] ?? '') === null)
    problems.push({ column: 'dept_lead', code: 'FORMAT', message: 'must be yes or no' });
  return problems;
}
