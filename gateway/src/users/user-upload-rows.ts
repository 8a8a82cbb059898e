import type { UserFileRowKind } from '@console/contract/calls/users-file';
import type { FieldProblem } from '@console/contract/errors';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { type PersonField, personFieldNames } from '@console/contract/fields/person-fields';
import { type RowProblem, type UserFileRow, userFileIdColumn } from '@console/contract/user-file/user-file';
import { stringify } from 'csv-stringify/sync';
import { ApiFailure, problemsOf } from '../product-api/errors.ts';
import { isRecord, recordOf } from '../product-api/shape.ts';
import type { UserFileReading } from './read-user-file.ts';

export interface UploadRow extends UserFileRow {
  /** Default: new, unless faulty. */
  kind?: UserFileRowKind;
  updates?: readonly CellUpdate[];
}

interface CellUpdate {
  column: PersonField;
  from: string;
  to: string;
}

export interface UserUploadResult {
  organisationId: string;
  createdCount: number;
  updatedCount: number;
  unchangedCount: number;
  hiddenRowCount: number;
  refused: UploadRow[];
  withheldEmails: string[];
}

export interface UserUploadPreviewParent {
  organisationId: string;
  columns: PersonField[];
  rows: UploadRow[];
  reading: UserFileReading;
  validCount: number;
  faultyCount: number;
  newCount: number;
  updateCount: number;
  unchangedCount: number;
  /** If above 0, the upload needs the caller's password. */
  ownLevelCount: number;
  seatsUsed: number;
  /** Null for no limit. */
  seatsLeft: number | null;
}

export const isFaulty = ({ problems }: UserFileRow): boolean => problems.length > 0;

export const markTakenEmails = (rows: readonly UserFileRow[], emails: ReadonlySet<string>): UserFileRow[] =>
  rows.map((row) => (emails.has(storedEmail(row.user.email)) ? withProblems(row, [taken]) : row));

const taken: RowProblem = { column: 'email', code: 'TAKEN', message: 'is taken' };

const withProblems = (row: UserFileRow, more: readonly RowProblem[]): UserFileRow => ({
  ...row,
  problems: [...row.problems, ...more],
});

/** Refusal of rows like our platform's: `row 3` with a text and a code per problem. */
export const refusalOfRows = (rows: readonly UserFileRow[]) => ({
  errors: byRow(rows, ({ column, message }) => (column === null ? message : `${column} ${message}`)),
  codes: byRow(rows, ({ code }) => code),
});

const byRow = (rows: readonly UserFileRow[], partOf: (problem: RowProblem) => string): Record<string, string[]> =>
  Object.fromEntries(rows.map(({ row, problems }) => [`row ${row}`, problems.map(partOf)]));

/** A file of these rows only, with their original cells. */
export const csvFileOf = (columns: readonly PersonField[], rows: readonly UserFileRow[]) =>
  Buffer.from(stringify([[...columns], ...rows.map(({ cells }) => cells)]));

/** Like `csvFileOf`, for a product API that updates users: with the ids of an export. */
export const updateFileOf = (columns: readonly PersonField[], rows: readonly UserFileRow[]) =>
  Buffer.from(stringify([[userFileIdColumn, ...columns], ...rows.map(({ id = '', cells }) => [id, ...cells])]));

/** Row of an entry of `errors`; rows count from the header, which is 1. */
function rowAt(rows: readonly UserFileRow[], path: string): UserFileRow | undefined {
  const number = /^row (\d{1,7})$/.exec(path)?.[1];
  return number === undefined ? undefined : rows[Number(number) - 2];
}

/** A text that begins with a column's name is about that cell, others about the row. */
const rowProblemOf = ({ code, message }: FieldProblem): RowProblem => {
  const column = personFieldNames.find((name) => message.startsWith(`${name} `)) ?? null;
  return { column, code, message: column === null ? message : message.slice(column.length + 1) };
};

export const rowProblemsOf = (texts: unknown, codes: unknown): RowProblem[] =>
  problemsOf(texts, codes).map(rowProblemOf);

/** Rows with the product API's problems if it rejected single rows only; else null. */
export function rowsWithUpstreamProblems(rows: readonly UserFileRow[], thrown: unknown): UserFileRow[] | null {
  if (!(thrown instanceof ApiFailure && thrown.code === 'INVALID')) return null;
  const codes = recordOf(thrown.body.codes);
  const problemsByRow = Object.entries(recordOf(thrown.body.errors)).map(
    ([path, texts]) => [rowAt(rows, path), rowProblemsOf(texts, codes[path])] as const,
  );
  if (problemsByRow.length === 0 || problemsByRow.some(([row, problems]) => !row || problems.length === 0)) return null;
  const problems = new Map(problemsByRow);
  return rows.map((row) => withProblems(row, problems.get(row) ?? []));
}

export function withOriginalRowNumbers(body: Readonly<Record<string, unknown>>, rows: readonly UserFileRow[]) {
  if (!isRecord(body.errors)) return body;
  const renamed = (given: unknown) =>
    Object.fromEntries(
      Object.entries(recordOf(given)).map(([path, all]) => {
        const row = rowAt(rows, path);
        return [row ? `row ${row.row}` : path, all];
      }),
    );
  return { ...body, errors: renamed(body.errors), codes: renamed(body.codes) };
}
