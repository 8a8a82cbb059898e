import { bulkColumns } from '@console/contract/rules';
import type { UploadForm_PreviewMutation } from '../gql/graphql.ts';
import type { Failure } from '../ui/feedback/failure.ts';

export type UploadPreview = UploadForm_PreviewMutation['previewUserUpload'];
export type UploadRow = UploadPreview['rows'][number];
type Problem = UploadRow['problems'][number];

/** What became of a file of users. */
export interface UploadOutcome {
  createdCount: number;
  columns: readonly string[];
  /** Every row of the file; those with problems were left out. */
  rows: readonly UploadRow[];
}

export const isFaulty = ({ problems }: UploadRow): boolean => problems.length > 0;

const rowLine = /^row (\d{1,7}) (.+)$/;

/** `email is taken` is about a cell, what begins with no column's name about the row. */
const problemOf = (text: string): Problem => {
  const column = bulkColumns.find((name) => text.startsWith(`${name} `)) ?? null;
  return { column, message: column ? text.slice(column.length + 1) : text };
};

/** The rows that a refused upload names, as lines of its message or as fields, and what else it says. */
const namedIn = ({ lines, fields }: Failure) => {
  const found = new Map<number, Set<string>>();
  const rest = lines.filter((line) => !rowLine.test(line));
  for (const line of [...lines, ...Object.entries(fields).map(([path, message]) => `${path} ${message}`)]) {
    const [, row, text] = rowLine.exec(line) ?? [];
    if (text) found.set(Number(row), (found.get(Number(row)) ?? new Set()).add(text));
  }
  return { found, rest };
};

/** The preview with what the refusal says of its rows, and the lines that are about none of them. */
export const withRefusal = (preview: UploadPreview, failure: Failure): { preview: UploadPreview; rest: string[] } => {
  const { found, rest } = namedIn(failure);
  const rows = preview.rows.map((row) => {
    const texts = [...(found.get(row.row) ?? [])];
    return texts.length === 0 ? row : { ...row, problems: [...row.problems, ...texts.map(problemOf)] };
  });
  const faultyCount = rows.filter(isFaulty).length;
  return { preview: { ...preview, rows, faultyCount, validCount: rows.length - faultyCount }, rest };
};

/** The rows as the upload left them: with the problems of those that were refused, and none of the others. */
export const judgedRows = (rows: readonly UploadRow[], refused: readonly UploadRow[]): UploadRow[] => {
  const left = new Map(refused.map((row) => [row.row, row]));
  return rows.map((row) => left.get(row.row) ?? { ...row, problems: [] });
};
