import type { Transaction } from 'kysely';
import { inBatches } from './batches.ts';
import type { Clock } from './clock.ts';
import type { Database, NewRow } from './schema.ts';

/** Who acts and by which way. */
export interface Actor {
  userId: number | null;
  organisationId: string | null;
  via: Database['audit_entry']['via'];
  requestId: string | null;
}

/** What was done to what. `before` and `after` hold only what changed, and never a secret. */
export interface AuditEntry {
  /** `area:verb`, as in the contract's table, or an area's own word for what everybody may do. */
  action: string;
  target: { type: string; id: number | string | null };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The entry of a refused action. The reason is `role`, `level`, `boundary`, `oneself`, or an error code. */
export const refusalOf = (action: string, reason: string, target: AuditEntry['target']): AuditEntry => ({
  action: 'access:refuse',
  target,
  after: { action, reason },
});

/** An entry as it is stored. */
export const auditRow = (
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

/** Appends to the audit log, in the transaction of the act itself. */
export async function writeAudit(
  trx: Transaction<Database>,
  clock: Clock,
  actor: Actor,
  entries: AuditEntry[],
): Promise<void> {
  const rows = entries.map((entry) => auditRow(clock(), actor, entry));
  await inBatches(rows, (batch) => trx.insertInto('audit_entry').values(batch).execute());
}
