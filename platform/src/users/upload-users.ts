import { type RoleKey, reachesRole } from '@console/contract/access';
import { bulkUploadType } from '@console/contract/rules';
import { readUserFile, type UserFile, UserFileRefused, type UserFileRow } from '@console/contract/user-file';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalOf } from '../core/base/audit-entry.ts';
import { audited, invalid, refusedAs } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import { type HeldOrganisation, holdOrganisation } from '../core/database/lock-organisation.ts';
import type { Database } from '../core/database/schema.ts';
import { act } from '../core/database/transaction.ts';
import type { UploadedFile } from '../core/files/upload.ts';
import type { Clash } from './designations.ts';
import { addUsers, domainProblem, emailTaken, takenEmails } from './new-users.ts';
import { readRoles } from './roles.ts';
import { refuseWithoutSeats } from './seats.ts';
import { diallingProblem, type NewUserForm } from './user-form.ts';
import { refuseForeign, refuseUnusable } from './whose.ts';

/**
 * Creates the users of a CSV file, all or none (CHECKLIST OPEN-27). Throws 404 for another organisation, 422 FILE_REFUSED, 422 with texts by row for
 * every faulty one, 422 USER_LIMIT_REACHED when they do not all fit.
 */
export const uploadUsers = (
  services: Services,
  caller: Caller,
  requestId: string,
  { organisationId, file }: { organisationId: number; file: UploadedFile },
): Promise<UserRow[]> =>
  act(services, { ...caller, requestId }, async (trx) => {
    refuseForeign(caller, 'users:upload', organisationId);
    const organisation = refuseUnusable(await holdOrganisation(trx, organisationId));
    const { rows } = readFile(file, caller.role);
    await refuseFaulty(services, trx, caller, organisation, rows);
    await refuseWithoutSeats(trx, organisation, rows.length);
    const forms = await formsOf(trx, rows);
    const added = await addUsers(services, trx, organisation, forms);
    if ('clashes' in added) {
      const clashed = rows.map((row): [number, string[]] => [row.row, clashOf(added.clashes.get(emailOf(row)))]);
      throw invalid(errorsOf(clashed));
    }
    const audit = added.users.map(({ id }, place) => ({
      action: 'users:upload',
      target: { type: 'ent_usr', id },
      after: { ...forms[place], ent_org_id: organisation.id },
    }));
    return { answer: added.users, audit };
  });

function readFile({ name, bytes }: UploadedFile, role: RoleKey | null): UserFile {
  if (!name.toLowerCase().endsWith(bulkUploadType))
    throw refusedAs('FILE_REFUSED', 'The file is not CSV: its name must end in .csv.');
  try {
    return readUserFile(bytes, role);
  } catch (error) {
    throw error instanceof UserFileRefused ? refusedAs('FILE_REFUSED', error.message) : error;
  }
}

/** Everything that is wrong with any row is told at once: by the file alone, by the lists, and by who is known already. */
async function refuseFaulty(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  organisation: HeldOrganisation,
  rows: readonly UserFileRow[],
): Promise<void> {
  const taken = await takenEmails(trx, rows.map(emailOf));
  const faults = rows.map((row): [number, string[]] => {
    const said = row.problems.map(({ column, message }) => (column === null ? message : `${column} ${message}`));
    const has = (column: string) =>
      row.problems.some((problem) => problem.column === column || problem.column === null);
    const dial = !has('country_code') && diallingProblem(row.user.country_code);
    const outside = !has('email') && domainProblem(services, organisation, emailOf(row));
    return [
      row.row,
      [
        ...said,
        ...(dial ? [`country_code ${dial}`] : []),
        ...(outside ? [`email ${outside}`] : []),
        ...clashOf(taken.has(emailOf(row)) ? emailTaken : undefined),
      ],
    ];
  });
  const errors = errorsOf(faults);
  if (Object.keys(errors).length === 0) return;
  const reaches = ({ user: { role } }: UserFileRow) => !role || reachesRole(caller.role, role);
  if (rows.every(reaches)) throw invalid(errors);
  throw audited(invalid(errors), refusalOf('users:upload', 'level', { type: 'ent_org', id: organisation.id }));
}

const emailOf = ({ user }: UserFileRow) => user.email.toLowerCase();
const clashOf = (clash: Clash | undefined) => (clash ? [`${clash.field} ${clash.problem}`] : []);
const errorsOf = (faults: [row: number, texts: string[]][]) =>
  Object.fromEntries(faults.flatMap(([row, texts]) => (texts.length > 0 ? [[`row ${row}`, texts]] : [])));

async function formsOf(trx: Transaction<Database>, rows: readonly UserFileRow[]): Promise<NewUserForm[]> {
  const ids = new Map(Array.from(await readRoles(trx), ([id, key]) => [key, id]));
  return rows.map((row) => {
    const { role, firstname, lastname, designation, supervisor, department_name, ...user } = row.user;
    return {
      email: emailOf(row),
      firstname: firstname ?? '',
      lastname: lastname ?? '',
      designation: designation ?? '',
      supervisor: supervisor ?? '',
      department_name: department_name ?? '',
      country_code: user.country_code ?? null,
      mobile: user.mobile ?? null,
      role_id: ids.get(role ?? null) ?? 0,
      dept_lead: user.dept_lead ?? false,
    };
  });
}
