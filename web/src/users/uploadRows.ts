import { personFieldNames } from '@console/contract/fields/person-fields';
import type { Failure } from '../feedback/failure.ts';
import type { UserUploadForm_PreviewMutation, UserUploadPageQuery } from '../gql/graphql.ts';

export type UploadPreview = UserUploadForm_PreviewMutation['previewUserUpload'];
/** A role with the fields that the upload needs. */
export type UploadRole = NonNullable<NonNullable<UserUploadPageQuery['lookups']>['roles']>[number];
export type UploadRow = UploadPreview['rows'][number];
type Problem = UploadRow['problems'][number];

/** The people of the rows that can be uploaded, with the role that each names. */
export const uploadedPeople = ({ columns, rows }: UploadPreview, roles: readonly UploadRole[]) =>
  rows.flatMap((row) => {
    const cell = (name: string) => row.cells[columns.indexOf(name)] ?? '';
    const named = cell('role').trim().toUpperCase();
    const role = roles.find(({ key, name }) => key === named || name.toUpperCase() === named);
    if (isFaultyUploadRow(row) || !role || !isRoleGiven(row)) return [];
    return [{ firstName: cell('firstname'), lastName: cell('lastname'), email: cell('email'), roleId: role.id }];
  });

/** Whether a row gives a role: an update can leave an existing user's role unchanged. */
const isRoleGiven = ({ kind, updates }: UploadRow): boolean =>
  kind === 'NEW' || updates.some(({ column }) => column === 'role');

/** Newest invitations in the response of an upload. */
export const countedInvitations = 100;

/** The result of an upload. */
export interface UploadOutcome {
  createdCount: number;
  updatedCount: number;
  /** How many of the newest invitations are not sent; at most `countedInvitations`. */
  unsentCount: number;
  /** Email addresses of created users who were not emailed a link. */
  withheldEmails: readonly string[];
  columns: readonly string[];
  /** Every row of the file; rows with problems were not created. */
  rows: readonly UploadRow[];
}

/** Whether a problem can be corrected in a cell. A row with too many cells can only be corrected in the file. */
export const hasCorrectableCells = ({ columns, rows }: UploadPreview): boolean =>
  rows.some(({ problems }) => problems.some(({ column }) => column !== null && columns.includes(column)));

export const isFaultyUploadRow = ({ problems }: UploadRow): boolean => problems.length > 0;

/** A column with a text or a problem in any row. */
export interface FilledColumn {
  name: string;
  /** Index of the column in the cells of a row. */
  place: number;
  /** The length of the column's longest text. */
  longest: number;
}

/** The length of a cell's content: its text, or the old and the new text. */
const lengthIn = ({ cells, updates }: UploadRow, name: string, place: number): number => {
  const update = updates.find(({ column }) => column === name);
  return update ? update.from.length + update.to.length + 3 : (cells[place]?.trim().length ?? 0);
};

/** The columns with a text or problem in any row; empty columns would take space from the emails. */
export const filledColumns = (columns: readonly string[], rows: readonly UploadRow[]): FilledColumn[] =>
  columns.flatMap((name, place) => {
    const longest = rows.reduce((most, row) => Math.max(most, lengthIn(row, name, place)), 0);
    const isShown = longest > 0 || rows.some(({ problems }) => problems.some(({ column }) => column === name));
    return isShown ? [{ name, place, longest }] : [];
  });

const rowLine = /^row (\d{1,7}) (.+)$/;

/** `email is taken` belongs to a cell; a text without a column's name belongs to the row. */
const problemOf = (text: string): Problem => {
  const column = personFieldNames.find((name) => text.startsWith(`${name} `)) ?? null;
  return { column, message: column ? text.slice(column.length + 1) : text };
};

/** Rows that a failed upload names, in its message or as fields, and its other lines. */
const namedIn = ({ lines, fields }: Failure) => {
  const found = new Map<number, Set<string>>();
  const rest = lines.filter((line) => !rowLine.test(line));
  for (const line of [...lines, ...Object.entries(fields).map(([path, message]) => `${path} ${message}`)]) {
    const [, row, text] = rowLine.exec(line) ?? [];
    if (text) found.set(Number(row), (found.get(Number(row)) ?? new Set()).add(text));
  }
  return { found, rest };
};

/** The preview with the failure's messages at their rows, and the remaining lines of the failure. */
export const previewWithRefusal = (
  preview: UploadPreview,
  failure: Failure,
): { preview: UploadPreview; rest: string[] } => {
  const { found, rest } = namedIn(failure);
  const rows = preview.rows.map((row) => {
    const texts = [...(found.get(row.row) ?? [])];
    return texts.length === 0 ? row : { ...row, problems: [...row.problems, ...texts.map(problemOf)] };
  });
  const valid = rows.filter((row) => !isFaultyUploadRow(row));
  const countOf = (wanted: UploadRow['kind']) => valid.filter(({ kind }) => kind === wanted).length;
  const counts = {
    validCount: valid.length,
    faultyCount: rows.length - valid.length,
    newCount: countOf('NEW'),
    updateCount: countOf('UPDATE'),
    unchangedCount: countOf('UNCHANGED'),
  };
  return { preview: { ...preview, rows, ...counts }, rest };
};

/** Rows after the upload: only rejected ones have problems. */
export const rowsAfterUpload = (rows: readonly UploadRow[], refused: readonly UploadRow[]): UploadRow[] => {
  const left = new Map(refused.map((row) => [row.row, row]));
  return rows.map((row) => left.get(row.row) ?? { ...row, problems: [] });
};

export interface UploadLimit {
  /** Undefined until a file is checked. */
  preview: UploadPreview | undefined;
  /** Null for no limit, or an unknown one. */
  seatsLeft: number | null;
  /** Whether the server rejected the rows because of the user limit. */
  full: boolean;
}

/** Whether the valid rows exceed the user limit; before a file is checked, whether it is reached. */
export const isOverLimit = ({ preview, seatsLeft, full }: UploadLimit): boolean =>
  full || (seatsLeft !== null && (preview?.newCount ?? 1) > seatsLeft);
