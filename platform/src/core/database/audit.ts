import type { Transaction } from 'kysely';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import { inBatches } from './batches.ts';
import type { Database, NewRow } from './schema.ts';

export const toAuditRow = (
  at: Date,
  actor: Actor,
  { action, target, before, after }: AuditEntry,
): NewRow<'audit_entry'> => ({
  at,
  ent_usr_id: actor.userId,
  ent_org_id: actor.organisationId === null ? null : Number(actor.organisationId),
  via: actor.via,
  action,
  target_type: target.type,
  target_id: target.id === null ? null : String(target.id),
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
  request_id: actor.requestId,
});

/** Appends to the audit log in the command's transaction. */
export async function writeAudit(
  trx: Transaction<Database>,
  clock: Clock,
  actor: Actor,
  entries: AuditEntry[],
): Promise<void> {
  const rows = entries.map((entry) => toAuditRow(clock(), actor, entry));
  await inBatches(rows, (batch) => trx.insertInto('audit_entry').values(batch).execute());
}
