import { StartError } from '@console/contract/settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { redactEvents } from '../audit/redact-events.ts';
import { lockOrganisation, lockUsersOfOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { eraseData } from '../privacy/erase-data.ts';
import { appendErasedIds, type ErasedId, erasedId } from '../privacy/erased-ids.ts';
import { leadsTo } from '../privacy/row-path.ts';
import { organisationTables } from './organisation-tables.ts';

type DeleteServices = Pick<Services, 'db' | 'clock' | 'pepper'>;

interface Deletion {
  id: number;
  /** As the operator has typed it. */
  name: string;
  operator: string;
  /** The file of erased users. */
  erasedIds: string;
  /** Whether the files of the database still have the data. */
  isInFiles: boolean;
}

/** What stays of an organisation: its events, without what they say about people. */
const kept = ['audit_entry', 'audit_chain'];
/** In `before` and `after`, and the address and email of who did it. */
const erasedColumns = ['before', 'after', 'client_address', 'email_hash'];

/** The name of an organisation that can be deleted, and how many rows of each table it has. Throws StartError for an unknown or an enabled one. */
export async function planDeletion(db: Kysely<Database>, id: number): Promise<{ name: string; text: string }> {
  const organisation = await db
    .selectFrom('ent_org')
    .select(['brandname', 'is_disabled'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!organisation) throw new StartError(`There is no organisation with the ID ${id}.`);
  requireDisabled(organisation);
  const lines: string[] = [];
  for (const [table, { of }] of Object.entries(organisationTables)) {
    if (of.length === 0) continue;
    const where = sql.join(
      of.map((path) => leadsTo(path, id)),
      sql` or `,
    );
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as t where ${where}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) lines.push(`${table}: ${count}${kept.includes(table) ? ' (anonymised)' : ''}`);
  }
  return { name: organisation.brandname, text: lines.join('\n') };
}

function requireDisabled({ brandname, is_disabled }: { brandname: string; is_disabled: boolean }): void {
  if (!is_disabled) throw new StartError(`${brandname} is enabled. Disable it first. Nothing was changed.`);
}

/**
 * Deletes a disabled organisation in one transaction: its users are erased as single ones are, also in the events of other organisations, its events lose all
 * values and stay in the hash chain, and its rows are deleted. Throws StartError if the typed name is another one.
 */
export async function deleteOrganisation(services: DeleteServices, given: Deletion): Promise<string> {
  const { clock, pepper } = services;
  const { id, erasedIds } = given;
  const written: ErasedId[] = [];
  try {
    return await runCommand({ ...services, notices: null }, systemActor, async (trx) => {
      const organisation = await lockOrganisation(trx, id);
      if (!organisation) throw new StartError(`There is no organisation with the ID ${id}.`);
      requireDisabled(organisation);
      if (given.name.trim() !== organisation.brandname)
        throw new StartError('This is not the name of the organisation. Nothing was changed.');
      await lockUsersOfOrganisation(trx, id);
      const users = await trx
        .selectFrom('ent_usr')
        .select(['id', 'created_at'])
        .where('ent_org_id', '=', id)
        .orderBy('id')
        .execute();
      const at = clock();
      const lines = users.map(({ id: userId, created_at }) =>
        erasedId(pepper, { id: userId, at: at.toISOString(), created: created_at.toISOString() }),
      );
      for (const { id: userId, created, proof } of lines)
        await eraseData(trx, services, userId, { actor: systemActor, at, created, proof, isInFiles: given.isInFiles });
      const events = await eraseEvents(trx, services, id);
      await deleteRows(trx, id);
      await appendErasedIds(trx, erasedIds, lines);
      written.push(...lines);
      const after = { users: users.length, events, operator: given.operator };
      return {
        answer: `Deleted ${organisation.brandname} with ${users.length} users. ${events} of its events were anonymised.`,
        audit: { action: 'organisations:delete', target: { type: 'ent_org', id }, organisationId: null, after },
      };
    });
  } catch (error) {
    if (written.length === 0) throw error;
    const withdrawals = written.map(({ id: userId, at }) => erasedId(pepper, { id: userId, at, withdrawn: true }));
    await services.db.transaction().execute((trx) => appendErasedIds(trx, erasedIds, withdrawals));
    throw error;
  }
}

async function eraseEvents(trx: Transaction<Database>, services: DeleteServices, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from audit_entry where subject_org_id = ${id}::int`.execute(trx);
  return redactEvents(trx, services, {
    events: rows.map((row) => Number(row.id)),
    erases: ({ column }) => erasedColumns.includes(column),
  });
}

/** What does not go with the organisation or its users. */
async function deleteRows(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('mail').where('ent_org_id', '=', id).execute();
  await trx.deleteFrom('notice').where('audience_id', '=', id).execute();
  await sql`delete from idempotent_operation where exists (
    select from audit_entry where subject_org_id = ${id}::int
      and (audit_entry.ent_usr_id = idempotent_operation.ent_usr_id or audit_entry.api_key_id = idempotent_operation.api_key_id)
      and audit_entry.at >= idempotent_operation.created_at - interval '1 minute')`.execute(trx);
  await trx
    .updateTable('ent_org')
    .set({ organizer_id: null, logo_id: null, icon_id: null })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('ent_usr').where('ent_org_id', '=', id).execute();
  await trx.deleteFrom('ent_org').where('id', '=', id).execute();
  await trx.deleteFrom('user_count').where('ent_org_id', '=', id).execute();
  await sql`delete from list_version where about = ${id}::int`.execute(trx);
}
