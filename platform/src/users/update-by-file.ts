import type { FieldProblem } from '@console/contract/errors';
import { sql, type Transaction } from 'kysely';
import {
  authorizeExistingOrganisation,
  authorizeOrganisation,
  requireGivableRole,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation, requireEnabledOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { invalidFields } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { emailSpellings } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import type { UploadedFile } from '../core/files/upload.ts';
import { translateTakenDesignationError } from './designations.ts';
import { countMissingSeats, insertAndInviteUsers, refuseTooManyStrangers } from './new-users.ts';
import { type PlannedRow, planUserFile } from './plan-user-file.ts';
import { requireFreeSeats } from './seats.ts';
import { confirmSupervisors, supervisorSetter } from './supervisor-setter.ts';
import { lockOrganisationsOfTakenUsers } from './take-over.ts';
import { changeOther, changeOwn } from './update-user.ts';
import {
  clashOf,
  emailOf,
  formsOf,
  newUserEntries,
  parseUploadedFile,
  problemsByRow,
  refuseRows,
} from './upload-users.ts';

interface UsersFile {
  organisationId: number;
  file: UploadedFile;
  /** Whether an empty cell empties the field. */
  clearsEmpty: boolean;
}

/** Previews an update by file. Throws 403, 404, 422 FILE_REFUSED. */
export async function previewUsersFile(
  services: Services,
  caller: Caller,
  { organisationId, file, clearsEmpty }: UsersFile,
): Promise<PlannedRow[]> {
  authorizeOrganisation(caller, 'users:edit', organisationId);
  await authorizeExistingOrganisation(services.db, caller, 'users:upload', organisationId);
  const read = await parseUploadedFile(file, caller.role, { isUpdating: true });
  return services.db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('ent_org').selectAll().where('id', '=', organisationId);
    const organisation = requireEnabledOrganisation(await found.executeTakeFirst());
    return planUserFile(services, trx, caller, { organisation, file: read, clearsEmpty });
  });
}

/** Updates or creates the users of a CSV file, all or none. Throws 403, 404, 422 FILE_REFUSED, by row, USER_LIMIT_REACHED, WRONG_PASSWORD, 429. */
export const updateUsersByFile = (
  services: Services,
  caller: Caller,
  { organisationId, file, clearsEmpty }: UsersFile,
): Promise<{ created_count: number; updated_count: number; unchanged_count: number; withheld_emails?: string[] }> =>
  runCommand(services, caller, async (trx) => {
    authorizeOrganisation(caller, 'users:edit', organisationId);
    authorizeOrganisation(caller, 'users:upload', organisationId);
    const parsed = await parseUploadedFile(file, caller.role, { isUpdating: true }).catch((error: unknown) => ({
      error,
    }));
    await lockOrganisationsOfTakenUsers(trx, organisationId, 'rows' in parsed ? parsed.rows.map(emailOf) : []);
    const organisation = requireEnabledOrganisation(
      await lockAllowedOrganisation(trx, caller, 'users:upload', organisationId),
    );
    if ('error' in parsed) throw parsed.error;
    const emails = emailSpellings(parsed.rows.map(({ user }) => user.email));
    await lockUsersByEmail(trx, caller, organisation.id, emails);
    await requireUnchangedCaller(trx, caller);
    const planned = await planUserFile(services, trx, caller, { organisation, file: parsed, clearsEmpty });
    const faults = planned.map(({ row, problems }): [number, FieldProblem[]] => [row.row, problems]);
    refuseRows(
      organisation,
      faults,
      planned.some(({ reachesAbove }) => reachesAbove),
    );
    const target = { type: 'ent_org', id: organisation.id };
    const giving = planned.filter(({ givesOwnLevel }) => givesOwnLevel);
    for (const { row, kind } of giving)
      requireGivableRole(caller, kind === 'new' ? 'users:upload' : 'users:edit', row.user.role, target);
    if (giving.length > 0) await consumeReauthentication(trx, services.clock, caller);

    const added = planned.filter(({ kind }) => kind === 'new').map(({ row }) => row);
    await requireFreeSeats(trx, organisation, await countMissingSeats(trx, organisation.id, added.map(emailOf)));
    await refuseTooManyStrangers(services, trx, organisation.id, added.map(emailOf));
    const edits = await writeUpdates(services, trx, caller, planned);
    const confirmedIds = planned.flatMap(({ confirmedId }) => confirmedId ?? []);
    const confirmed = await confirmSupervisors(trx, confirmedIds, supervisorSetter(caller.userId, services.clock()));
    const forms = await formsOf(trx, added);
    const inserted = await insertAndInviteUsers(services, trx, organisation, forms, caller.userId);
    if ('clashes' in inserted) {
      const clashed = added.map((row): [number, FieldProblem[]] => [
        row.row,
        clashOf(inserted.clashes.get(emailOf(row))),
      ]);
      throw invalidFields(problemsByRow(clashed));
    }
    const audit = [...edits, ...confirmed, ...newUserEntries(organisation, inserted.users, forms), ...inserted.events];
    const answer = {
      created_count: inserted.users.length,
      updated_count: edits.length,
      unchanged_count: planned.length - inserted.users.length - edits.length,
      ...(inserted.withheld.size > 0 && { withheld_emails: [...inserted.withheld] }),
    };
    return { answer, audit: audit.length > 0 ? audit : null };
  }).catch(translateTakenDesignationError);

/** Locks users and the caller in the order of ids: two callers who demote each other must not both succeed. */
const lockUsersByEmail = (
  trx: Transaction<Database>,
  caller: Caller,
  organisationId: number,
  emails: readonly string[],
) =>
  trx
    .selectFrom('ent_usr')
    .select('id')
    .where(sql<boolean>`(ent_org_id = ${organisationId} and lower(email) = any(${emails}::text[])
      or id = ${caller.userId}::int)`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Writes each update like the command for a single user, with its event. */
async function writeUpdates(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  planned: readonly PlannedRow[],
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const { update } of planned) {
    if (!update) continue;
    const { current, input } = update;
    const { audit } =
      current.id === caller.userId
        ? await changeOwn(services, trx, caller, current, input)
        : await changeOther(services, trx, caller, update);
    entries.push(...[audit ?? []].flat());
  }
  return entries;
}
