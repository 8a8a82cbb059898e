import type { Transaction } from 'kysely';
import { inBatches } from './batches.ts';
import type { Clock } from './clock.ts';
import type { Database } from './schema.ts';

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

/** What the audit log says of an act that somebody tried and may not do. */
export const refusalOf = (
  action: string,
  reason: 'role' | 'level' | 'boundary' | 'oneself',
  target: AuditEntry['target'],
): AuditEntry => ({ action: 'access:refuse', target, after: { action, reason } });

/** Appends to the audit log, in the transaction of the act itself. */
export async function writeAudit(
  trx: Transaction<Database>,
  clock: Clock,
  actor: Actor,
  entries: AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ action, target, before, after }) => ({
    at: clock(),
    ent_usr_id: actor.userId,
    ent_org_id: actor.organisationId === null ? null : Number(actor.organisationId),
    via: actor.via,
    action,
    target_type: target.type,
    target_id: target.id === null ? null : String(target.id),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    request_id: actor.requestId,
  }));
  await inBatches(rows, (batch) => trx.insertInto('audit_entry').values(batch).execute());
}
