import { sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { accountCounterKeys, clearAttempts } from '../core/database/limits.ts';
import { type Database, tables } from '../core/database/schema.ts';
import { endings } from '../external-users/mapping-ending.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { findProvenEmails } from './proven-emails.ts';
import { leadsTo } from './row-path.ts';
import type { PendingErasure } from './tables.ts';

/** Erases a locked person's rows and references in any state (docs/decisions/0099); `continueErasures` does the rest. Ids stay. */
export async function eraseData(
  trx: Transaction<Database>,
  { clock }: Pick<Services, 'clock'>,
  userId: number,
  { at, created, proof, isInFiles }: { at: Date; created: string | undefined; proof: string; isInFiles: boolean },
): Promise<void> {
  const { email, ...found } = await findProvenEmails(trx, userId);
  const pending: PendingErasure = { ...found, rows: await findRows(trx, userId) };
  await revokeAllAccess(trx, clock, userId);
  await endExternalAccess(trx, userId);
  await deleteRows(trx, userId);
  await clearAttempts(trx, accountCounterKeys({ id: userId, email }));
  await changeRows(trx, userId);
  const ended = { is_disabled: true, erased_at: at, updated_at: clock() };
  await trx.updateTable('ent_usr').set(ended).where('id', '=', userId).execute();
  const erased = {
    erased_at: at,
    created_at: created === undefined ? null : new Date(created),
    proof,
    is_in_files: isInFiles,
    pending: JSON.stringify(pending),
    position: 0,
  };
  await trx
    .insertInto('erased_user')
    .values({ ent_usr_id: userId, ...erased })
    .onConflict((of) => of.column('ent_usr_id').doUpdateSet(erased))
    .execute();
}

/** The person's rows that are targets of events. */
async function findRows(trx: Transaction<Database>, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'user_mapping ' || id as name from user_mapping where ent_usr_id = ${userId}::int
    union all select 'invitation ' || id from invitation where ent_usr_id = ${userId}::int
    union all select 'api_key ' || id from api_key where ent_usr_id = ${userId}::int`.execute(trx);
  return rows.map(({ name }) => name);
}

const endExternalAccess = (trx: Transaction<Database>, userId: number) =>
  sql`update user_mapping set activated = false, status = ${endings.end.status}
    where ent_usr_id = ${userId}::int and activated is distinct from false`.execute(trx);

const isOfPerson = (paths: readonly string[], userId: number) =>
  sql.join(
    paths.map((path) => leadsTo(path, userId)),
    sql` or `,
  );

async function deleteRows(trx: Transaction<Database>, userId: number): Promise<void> {
  // A userName identifies a user only within an organisation.
  await sql`delete from scim_failure using scim_user where scim_user.ent_usr_id = ${userId}::int
    and scim_failure.ent_org_id = scim_user.ent_org_id
    and (lower(scim_failure.user_name) = lower(scim_user.user_name) or position(scim_user.id::text in scim_failure.path) > 0)`.execute(
    trx,
  );
  const deletions = Object.entries(tables).flatMap(([table, { erased }]) =>
    erased.deleted
      ? [{ table, paths: erased.deleted, isIndirect: erased.deleted.some((path) => path.includes('>')) }]
      : [],
  );
  // Rows that are found through other rows are deleted first.
  for (const { table, paths } of deletions.toSorted((one, other) => Number(other.isIndirect) - Number(one.isIndirect)))
    await sql`delete from ${sql.table(table)} as t where ${isOfPerson(paths, userId)}`.execute(trx);
}

/** Clears identifying values in rows that stay. */
async function changeRows(trx: Transaction<Database>, userId: number): Promise<void> {
  for (const [table, { columns, erased }] of Object.entries(tables)) {
    if (!erased.changed) continue;
    const emptied = Object.keys(columns).filter(
      (name) => columns[name]?.isNullable && erased.keeps?.includes(name) === false,
    );
    const values = { ...Object.fromEntries(emptied.map((name) => [name, 'null'])), ...erased.set };
    const names = sql.join(Object.keys(values).map((name) => sql.ref(name)));
    const row = sql.join(Object.values(values).map((value) => sql.raw(value)));
    // An unchanged row is not locked, because a bulk action may be writing it.
    await sql`update ${sql.table(table)} as t set (${names}) = row(${row})
      where (${isOfPerson(erased.changed, userId)}) and row(${names}) is distinct from row(${row})`.execute(trx);
  }
}
