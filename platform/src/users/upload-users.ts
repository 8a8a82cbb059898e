import { mayManageRole, type RoleKey } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { bulkMaxBytes, bulkUploadFileExtension } from '@console/contract/rules';
import {
  InvalidUserFileError,
  parseUserFile,
  type RowProblem,
  type UserFile,
  type UserFileOptions,
  type UserFileRow,
} from '@console/contract/user-file/user-file';
import type { Transaction } from 'kysely';
import { authorizeOrganisation, requireGivableRole } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { type LockedOrganisation, lockAllowedOrganisation, requireEnabledOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { type AuditEntry, refusalEntry } from '../core/base/audit-entry.ts';
import { Failure, type FieldProblems, invalidFields, refusedWithCode, withAudit } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UserRow } from '../core/database/user-response.ts';
import type { FileFields, UploadedFile } from '../core/files/upload.ts';
import type { UserConflict } from './designations.ts';
import {
  countMissingSeats,
  emailDomainProblem,
  emailTaken,
  findTakenEmails,
  insertAndInviteUsers,
  refuseTooManyStrangers,
} from './new-users.ts';
import { readRoles } from './roles.ts';
import { requireFreeSeats } from './seats.ts';
import { lockOrganisationsOfTakenUsers } from './take-over.ts';
import { diallingCodeProblem, type NewUserForm, storedProfileOf } from './user-form.ts';

/** Creates the users of a CSV file, all or none (CHECKLIST OPEN-27). Throws 404, 422 FILE_REFUSED, by row, USER_LIMIT_REACHED, 429. */
export const uploadUsers = (
  services: Services,
  caller: Caller,
  { organisationId, file }: { organisationId: number; file: UploadedFile },
): Promise<{ users: UserRow[]; withheld: Set<string> }> =>
  runCommand(services, caller, async (trx) => {
    authorizeOrganisation(caller, 'users:upload', organisationId);
    const parsed = await parseUploadedFile(file, caller.role).catch((error: unknown) => ({ error }));
    await lockOrganisationsOfTakenUsers(trx, organisationId, 'rows' in parsed ? parsed.rows.map(emailOf) : []);
    const organisation = requireEnabledOrganisation(
      await lockAllowedOrganisation(trx, caller, 'users:upload', organisationId),
    );
    if ('error' in parsed) throw parsed.error;
    const { rows } = parsed;
    await refuseFaulty(services, trx, caller, organisation, rows);
    for (const { user } of rows)
      requireGivableRole(caller, 'users:upload', user.role, { type: 'ent_org', id: organisation.id });
    await requireFreeSeats(trx, organisation, await countMissingSeats(trx, organisation.id, rows.map(emailOf)));
    await refuseTooManyStrangers(services, trx, organisation.id, rows.map(emailOf));
    const forms = await formsOf(trx, rows);
    const added = await insertAndInviteUsers(services, trx, organisation, forms, caller.userId);
    if ('clashes' in added) {
      const clashed = rows.map((row): [number, FieldProblem[]] => [row.row, clashOf(added.clashes.get(emailOf(row)))]);
      throw invalidFields(problemsByRow(clashed));
    }
    const { users, withheld, events } = added;
    return { answer: { users, withheld }, audit: [...newUserEntries(organisation, users, forms), ...events] };
  });

export const usersFileFields: FileFields = {
  fields: ['file'],
  maxBytes: bulkMaxBytes,
  required: true,
  texts: { most: 10, maxBytes: 1_024 },
  tooLarge: () => new Failure(413, { message: 'The file is too large.', code: 'FILE_REFUSED' }),
};

/** Events of new users, in the order of their forms. */
export const newUserEntries = (
  organisation: LockedOrganisation,
  users: readonly UserRow[],
  forms: readonly NewUserForm[],
): AuditEntry[] =>
  users.map(({ id }, place) => ({
    action: 'users:upload',
    target: { type: 'ent_usr', id },
    after: { ...forms[place], ent_org_id: organisation.id },
  }));

/** Throws 422 FILE_REFUSED. */
export async function parseUploadedFile(
  { name, bytes }: UploadedFile,
  role: RoleKey | null,
  options: UserFileOptions = {},
): Promise<UserFile> {
  if (!name.toLowerCase().endsWith(bulkUploadFileExtension))
    throw refusedWithCode('FILE_REFUSED', 'The file is not CSV: its name must end in .csv.');
  try {
    return await parseUserFile(bytes, role, options);
  } catch (error) {
    throw error instanceof InvalidUserFileError ? refusedWithCode('FILE_REFUSED', error.message) : error;
  }
}

/** Reports all problems of all rows at once: of the file, the lookup lists and existing users. */
async function refuseFaulty(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: LockedOrganisation,
  rows: readonly UserFileRow[],
): Promise<void> {
  const taken = await findTakenEmails(trx, organisation.id, rows.map(emailOf));
  const faults = rows.map((row): [number, FieldProblem[]] => [
    row.row,
    newRowProblems(services, organisation, row, row.problems, taken),
  ]);
  refuseRows(
    organisation,
    faults,
    rows.some(({ user }) => isAbove(caller, user.role)),
  );
}

export const isAbove = (caller: Caller, role: RoleKey | null | undefined): boolean =>
  role != null && !mayManageRole(caller.role, role);

/** Problems of a new user: of the file, the lookup lists and existing users. */
export function newRowProblems(
  services: Services,
  organisation: LockedOrganisation,
  row: UserFileRow,
  problems: readonly RowProblem[],
  taken: ReadonlySet<string>,
): FieldProblem[] {
  const has = (column: string) => problems.some((problem) => problem.column === column || problem.column === null);
  const dialProblem = !has('country_code') && diallingCodeProblem(row.user.country_code);
  const emailProblem = !has('email') && emailDomainProblem(services, organisation, emailOf(row));
  return [
    ...problems.map(rowProblem),
    ...(dialProblem ? [inColumn('country_code', dialProblem)] : []),
    ...(emailProblem ? [inColumn('email', emailProblem)] : []),
    ...clashOf(taken.has(emailOf(row)) ? emailTaken : undefined),
  ];
}

/** A problem of a row in `errors`. A cell's problem begins with the name of its column. */
export const rowProblem = ({ column, ...problem }: RowProblem): FieldProblem =>
  column === null ? problem : inColumn(column, problem);

/** Like `rowProblem`, for a cell. */
export const inColumn = (column: string, { code, message }: FieldProblem): FieldProblem => ({
  code,
  message: `${column} ${message}`,
});

/** Throws 422 with problems by row; audited if a row gives a higher role than the caller's. */
export function refuseRows(
  organisation: LockedOrganisation,
  faults: [row: number, problems: FieldProblem[]][],
  reachesAbove: boolean,
): void {
  const problems = problemsByRow(faults);
  if (Object.keys(problems).length === 0) return;
  if (!reachesAbove) throw invalidFields(problems);
  throw withAudit(
    invalidFields(problems),
    refusalEntry('users:upload', 'level', { type: 'ent_org', id: organisation.id }),
  );
}

export const emailOf = ({ user }: UserFileRow) => storedEmail(user.email);
/** Like `rowProblem`, for a clash. */
export const clashOf = (clash: UserConflict | undefined) => (clash ? [inColumn(clash.field, clash.problem)] : []);
/** Problems by row, as in `errors`. */
export const problemsByRow = (faults: [row: number, problems: FieldProblem[]][]): FieldProblems =>
  Object.fromEntries(faults.flatMap(([row, problems]) => (problems.length > 0 ? [[`row ${row}`, problems]] : [])));

export async function formsOf(trx: Transaction<Database>, rows: readonly UserFileRow[]): Promise<NewUserForm[]> {
  const ids = new Map(Array.from(await readRoles(trx), ([id, key]) => [key, id]));
  return rows.map((row) => ({
    ...storedProfileOf((field) => row.user[field]),
    email: emailOf(row),
    role_id: ids.get(row.user.role ?? null) ?? 0,
    dept_lead: row.user.dept_lead ?? false,
  }));
}
