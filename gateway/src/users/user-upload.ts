import { calls } from '@console/contract/calls/all';
import { bulkMaxBytes, bulkMaxCorrections, bulkUploadFileExtension, texts } from '@console/contract/rules';
import { encodingByName, encodingNames, type TextEncoding } from '@console/contract/user-file/text-encodings';
import { InvalidUserFileError, type UserFileRow } from '@console/contract/user-file/user-file';
import { failure, invalid } from '../base/errors.ts';
import { readAllowedOrganisation, readCaller, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { fileRefusedError, readUpload, type UploadArgument } from '../core/uploads/read-upload.ts';
import { ApiFailure, flattenErrors } from '../product-api/errors.ts';
import type { SentFile } from '../product-api/request-parts.ts';
import { type OrganisationBody, toWireId, userLimitOf } from '../product-api/shape.ts';
import { readOptions } from '../specified/lookups.ts';
import { readFilePeople } from '../specified/taken-emails.ts';
import { assertWithinUserLimit } from '../specified/user-limit.ts';
import { withheldEmailsOf } from '../specified/withheld-emails.ts';
import { type CellCorrection, type ReadUserFile, readUserFile } from './read-user-file.ts';
import {
  csvFileOf,
  isFaulty,
  markTakenEmails,
  refusalOfRows,
  rowsWithUpstreamProblems,
  type UploadRow,
  type UserUploadPreviewParent,
  type UserUploadResult,
  withOriginalRowNumbers,
} from './user-upload-rows.ts';

export interface UserUpload {
  organisationId: string;
  file: UploadArgument;
  corrections: readonly CellCorrection[];
  /** Existing users are updated; otherwise their rows are faulty. */
  updates?: { clearsEmpty: boolean } | undefined;
  encoding?: string | null | undefined;
  includesHiddenRows: boolean;
}

interface Uploaded {
  organisation: OrganisationBody;
  sent: SentFile;
  table: ReadUserFile;
  departments: readonly string[] | null;
}

/** Departments of the console. If null, only the product API checks those of a file. */
const readDepartments = async (context: Context): Promise<readonly string[] | null> => {
  const options = await readOptions(context, calls.departmentList, 'department_list').catch(() => []);
  return options.length === 0 ? null : options.map(({ label }) => label);
};

/** Checks limit, permission, organisation, then the file; a caller's files one by one, because each can have thousands of rows. */
export async function readUserUpload(
  context: Context,
  { organisationId, file, corrections, updates, encoding: named, includesHiddenRows }: UserUpload,
): Promise<Uploaded> {
  const { api, services, limitKey, sender } = context;
  if (corrections.length > bulkMaxCorrections)
    throw invalid([
      {
        path: 'corrections',
        code: 'TAKEN',
        message: `must be at most ${bulkMaxCorrections} (there are ${corrections.length})`,
      },
    ]);
  const encoding = encodingOf(named);
  await services.limits.userFiles.consumeOrThrow(limitKey);
  const organisation = await readAllowedOrganisation(api, organisationId, 'users:upload');
  const [{ role }, departments] = await Promise.all([readCaller(api), readDepartments(context)]);
  const { name, bytes } = await readUpload(file, bulkMaxBytes);
  const options = {
    encoding,
    departments,
    includesHiddenRows,
    isUpdating: updates !== undefined,
    runStep: <T>(step: () => T) => services.shares.runStep(sender, step),
  };
  try {
    const table = await services.keyedMutex.runExclusive(`file ${limitKey}`, () =>
      readUserFile(name, bytes, role, corrections, options),
    );
    return { organisation, sent: sentFileOf(name, bytes, table), table, departments };
  } catch (thrown) {
    throw thrown instanceof InvalidUserFileError ? fileRefusedError(thrown.code, thrown.message) : thrown;
  }
}

function encodingOf(named: string | null | undefined): TextEncoding | null {
  if (named == null) return null;
  const encoding = encodingByName(named);
  if (encoding) return encoding;
  throw invalid([{ path: 'encoding', code: 'UNKNOWN', message: `must be one of ${encodingNames.join(', ')}` }]);
}

/** File for the product API: REST-23 takes CSV. */
function sentFileOf(name: string, bytes: Buffer<ArrayBuffer>, { isSpecified, columns, rows }: ReadUserFile): SentFile {
  const safeName = name.replace(/\p{Cc}/gu, '').slice(-255);
  if (isSpecified) return { name: safeName, type: 'text/csv', bytes };
  const sent = csvFileOf(columns, rows);
  if (sent.length > bulkMaxBytes)
    throw fileRefusedError('OTHER', 'The file has more than 1 MB of text. Split it into several files.');
  return { name: safeName.replace(/\.\w+$/, bulkUploadFileExtension), type: 'text/csv', bytes: sent };
}

/** Own emails among the rows, and users that count against the limit. */
const readPeople = (context: Context, { organisationId }: UserUpload, { rows }: ReadUserFile) =>
  readFilePeople(
    context,
    organisationId,
    rows.map(({ user }) => user.email),
  );

export async function previewUserUpload(context: Context, upload: UserUpload): Promise<UserUploadPreviewParent> {
  const { organisation, table } = await readUserUpload(context, upload);
  const { emails, activeCount } = await readPeople(context, upload, table);
  const preview = previewOf({ organisation, table }, markTakenEmails(table.rows, emails), activeCount);
  const { organisationId } = upload;
  return {
    ...preview,
    organisationId,
    newCount: preview.validCount,
    updateCount: 0,
    unchangedCount: 0,
    ownLevelCount: 0,
  };
}

export function previewOf(
  { organisation, table }: Pick<Uploaded, 'organisation' | 'table'>,
  rows: UploadRow[],
  activeCount: number,
) {
  const faultyCount = rows.filter(isFaulty).length;
  const limit = userLimitOf(organisation.user_limit);
  return {
    columns: table.columns,
    rows,
    reading: table.reading,
    validCount: rows.length - faultyCount,
    faultyCount,
    seatsUsed: activeCount,
    seatsLeft: limit === null ? null : Math.max(0, limit - activeCount),
  };
}

/** REST-23 with the original file: all of its rows or none. */
export async function uploadAll(context: Context, upload: UserUpload): Promise<UserUploadResult> {
  const { organisation, sent, table } = await readUserUpload(context, upload);
  const { emails, activeCount } = await readPeople(context, upload, table);
  assertValidRows(markTakenEmails(table.rows, emails));
  requireScopeToGive(await readCaller(context.api), ...table.rows.map(({ user }) => user.role));
  assertWithinUserLimit(organisation, activeCount + table.rows.length);
  try {
    return resultOf(upload, table, await create(context, upload, sent, table.rows.length), []);
  } catch (thrown) {
    throw refusalOf(thrown, table.isSpecified ? undefined : table.rows);
  }
}

/** REST-23 without faulty rows. If the product API rejects further rows, the rest is sent once more, because a refused call creates no user. */
export async function uploadValidRows(context: Context, upload: UserUpload): Promise<UserUploadResult> {
  const { organisation, sent, table } = await readUserUpload(context, upload);
  const { emails, activeCount } = await readPeople(context, upload, table);
  const send = async (rows: readonly UserFileRow[]) =>
    rows.length === 0
      ? noneCreated
      : create(context, upload, { ...sent, bytes: csvFileOf(table.columns, rows) }, rows.length);

  const checked = markTakenEmails(table.rows, emails);
  const refused = checked.filter(isFaulty);
  const rest = checked.filter((row) => !isFaulty(row));
  requireScopeToGive(await readCaller(context.api), ...rest.map(({ user }) => user.role));
  assertWithinUserLimit(organisation, activeCount + rest.length);
  try {
    return resultOf(upload, table, await send(rest), refused);
  } catch (thrown) {
    const rows = rowsWithUpstreamProblems(rest, thrown);
    if (rows === null) throw refusalOf(thrown, rest);
    const valid = rows.filter((row) => !isFaulty(row));
    const created = await send(valid).catch((again) => {
      throw refusalOf(again, valid);
    });
    const all = [...refused, ...rows.filter(isFaulty)].sort((one, other) => one.row - other.row);
    return resultOf(upload, table, created, all);
  }
}

type Created = Pick<UserUploadResult, 'createdCount' | 'withheldEmails'>;

const noneCreated: Created = { createdCount: 0, withheldEmails: [] };

const resultOf = (
  { organisationId }: UserUpload,
  { reading: { hiddenRowCount } }: ReadUserFile,
  created: Created,
  refused: UserFileRow[],
): UserUploadResult => ({
  organisationId,
  hiddenRowCount,
  ...created,
  updatedCount: 0,
  unchangedCount: 0,
  refused,
});

export function assertValidRows(rows: readonly UserFileRow[]): void {
  const faulty = rows.filter(isFaulty);
  if (faulty.length === 0) return;
  const { message, fields } = flattenErrors(refusalOfRows(faulty));
  throw failure('INVALID', message, { fields });
}

/** Number of created users (without it in the response, the number sent) and those without an email. */
async function create(
  context: Context,
  { organisationId }: UserUpload,
  file: SentFile,
  sent: number,
): Promise<Created> {
  const body = { org_id: toWireId(organisationId) };
  const { users, withheld_emails } = await context.api.call(calls.bulkUserUpload, { body, files: { file } });
  return {
    createdCount: users?.length ?? sent,
    withheldEmails: await withheldEmailsOf(context, withheld_emails),
  };
}

/** Refused upload with our messages; `rows` of a rewritten file restore the original row numbers. */
export function refusalOf(thrown: unknown, rows?: readonly UserFileRow[]): unknown {
  if (!(thrown instanceof ApiFailure && thrown.code === 'INVALID')) return thrown;
  const { body, status } = thrown;
  if (status === 413) return fileRefusedError('TOO_LONG', 'The file is too large.');
  const { message, fields } = flattenErrors(rows ? withOriginalRowNumbers(body, rows) : body);
  // A product API without codes reports it by text (SPEC 5).
  const code = message === texts.users.limitReached ? 'USER_LIMIT_REACHED' : 'INVALID';
  return failure(code, message, { fields, httpStatus: status ?? undefined });
}
