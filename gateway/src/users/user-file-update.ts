import { type UserFileRowKind, userFileRowKinds, usersFileCalls } from '@console/contract/calls/users-file';
import { personFieldNames } from '@console/contract/fields/person-fields';
import { texts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { requirePasswordOrScope } from '../core/reauthentication.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { requireKey } from '../product-api/reads.ts';
import { integerOf, isRecord, textOf, toWireId } from '../product-api/shape.ts';
import { requireCall } from '../specified/extension-calls.ts';
import { assertWithinUserLimit, countActiveUsers } from '../specified/user-limit.ts';
import { withheldEmailsOf } from '../specified/withheld-emails.ts';
import { unknownDepartment } from './cell-meaning.ts';
import { assertValidRows, previewOf, readUserUpload, refusalOf, type UserUpload } from './user-upload.ts';
import {
  isFaulty,
  rowProblemsOf,
  type UploadRow,
  type UserUploadPreviewParent,
  type UserUploadResult,
  updateFileOf,
} from './user-upload-rows.ts';

const { previewUsersFile, updateUsersByFile } = usersFileCalls;
const unavailable = 'The connected product API cannot update users from a file.';

const countOf = (rows: readonly UploadRow[], wanted: UserFileRowKind) =>
  rows.filter(({ kind }) => kind === wanted).length;

async function planUpdate(context: Context, upload: UserUpload) {
  const { api } = context;
  requireKey(api);
  await requireCall(context, updateUsersByFile, unavailable);
  const { organisation, sent, table, departments } = await readUserUpload(context, upload);
  const body = {
    org_id: toWireId(upload.organisationId),
    ...(upload.updates?.clearsEmpty && { clear_empty_cells: 'true' as const }),
  };
  const formOf = (rows: readonly UploadRow[]) => ({
    body,
    files: { file: { ...sent, bytes: updateFileOf(table.columns, rows) } },
  });
  const readable = table.rows.filter((row) => !isFaulty(row));
  const { planned, ownLevelCount } =
    readable.length === 0 ? { planned: [], ownLevelCount: 0 } : await readPlan(context, readable, formOf(readable));
  const byNumber = new Map(planned.map((row) => [row.row, row]));
  const rows = table.rows.map((row): UploadRow => {
    const plan = byNumber.get(row.row) ?? { ...row, kind: 'faulty' };
    return isDepartmentUnknown(plan, departments) ? withUnknownDepartment(plan) : plan;
  });
  return { organisation, table, rows, ownLevelCount, formOf };
}

/** Whether a row gives an unknown department: an existing user can keep one. */
const isDepartmentUnknown = ({ kind, user, updates }: UploadRow, departments: readonly string[] | null): boolean => {
  const given = kind === 'new' ? user.department_name : updates?.find(({ column }) => column === 'department_name')?.to;
  return Boolean(given) && departments?.includes(given ?? '') === false;
};

const withUnknownDepartment = (row: UploadRow): UploadRow => ({
  ...row,
  kind: 'faulty',
  problems: [...row.problems, { column: 'department_name', ...unknownDepartment }],
});

/** Previews each row without changes. */
async function readPlan(
  context: Context,
  rows: readonly UploadRow[],
  form: Parameters<typeof context.api.callAside<typeof previewUsersFile>>[1],
) {
  const { api } = context;
  const answer = await api.callAside(previewUsersFile, form).catch((thrown) => {
    throw refusalOf(thrown, rows);
  });
  const ownLevelCount = integerOf(answer.own_level_count);
  if (ownLevelCount === null) throw incompleteResponse(api.log, previewUsersFile, 'own_level_count');
  const planned = readRows(previewUsersFile, answer.rows ?? null, plannedRowOf, api.log);
  // The header is row 1.
  const found = new Map(planned.map((row) => [row.row - 2, row]));
  return {
    ownLevelCount,
    planned: rows.map((row, place): UploadRow => {
      const plan = found.get(place);
      if (!plan) throw incompleteResponse(api.log, previewUsersFile, 'rows');
      const { kind, updates, problems } = plan;
      return { ...row, kind, updates, problems };
    }),
  };
}

function plannedRowOf(value: unknown) {
  if (!isRecord(value)) return null;
  const row = integerOf(value.row);
  const kind = userFileRowKinds.find((one) => one === value.kind);
  const { changes } = value;
  if (row === null || !kind || !Array.isArray(changes) || !Array.isArray(value.problems)) return null;
  const problems = rowProblemsOf(value.problems, value.codes);
  if ((kind === 'faulty') !== problems.length > 0) return null;
  const updates = changes.flatMap((change) => {
    if (!isRecord(change)) return [];
    const column = personFieldNames.find((name) => name === change.column);
    return column ? { column, from: textOf(change.from) ?? '', to: textOf(change.to) ?? '' } : [];
  });
  return { row, kind, updates, problems };
}

export async function previewUpdate(context: Context, upload: UserUpload): Promise<UserUploadPreviewParent> {
  const { organisation, table, rows, ownLevelCount } = await planUpdate(context, upload);
  const activeCount = await countActiveUsers(context, upload.organisationId);
  return {
    ...previewOf({ organisation, table }, rows, activeCount),
    organisationId: upload.organisationId,
    newCount: countOf(rows, 'new'),
    updateCount: countOf(rows, 'update'),
    unchangedCount: countOf(rows, 'unchanged'),
    ownLevelCount,
  };
}

/** Uploads all rows or none; with `onlyValidRows`, the valid ones. REST-7 first if a row gives the caller's own level. */
export async function uploadUpdate(
  context: Context,
  upload: UserUpload,
  { onlyValidRows, currentPassword }: { onlyValidRows: boolean; currentPassword: string | null | undefined },
): Promise<UserUploadResult> {
  const { api } = context;
  const { organisationId } = upload;
  const { organisation, table, rows, ownLevelCount, formOf } = await planUpdate(context, upload);
  const { hiddenRowCount } = table.reading;
  const refused = rows.filter(isFaulty);
  if (!onlyValidRows) assertValidRows(rows);
  const rest = rows.filter((row) => !isFaulty(row));
  const known = { organisationId, hiddenRowCount, refused };
  if (rest.length === 0) return { ...known, createdCount: 0, updatedCount: 0, unchangedCount: 0, withheldEmails: [] };
  assertWithinUserLimit(organisation, (await countActiveUsers(context, organisationId)) + countOf(rest, 'new'));
  if (ownLevelCount > 0)
    await (await requirePasswordOrScope(context, currentPassword, texts.users.invalidCredentials))();
  const answer = await api.call(updateUsersByFile, formOf(rest)).catch((thrown) => {
    throw refusalOf(thrown, rest);
  });
  return {
    ...known,
    createdCount: integerOf(answer.created_count) ?? countOf(rest, 'new'),
    updatedCount: integerOf(answer.updated_count) ?? countOf(rest, 'update'),
    unchangedCount: integerOf(answer.unchanged_count) ?? countOf(rest, 'unchanged'),
    withheldEmails: await withheldEmailsOf(context, answer.withheld_emails),
  };
}
