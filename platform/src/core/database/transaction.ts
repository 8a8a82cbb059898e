import type { Kysely, Transaction } from 'kysely';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { writeAudit } from './audit.ts';
import { auditWritten } from './audit-written.ts';
import { completeBulkRow } from './bulk-row.ts';
import { requireActiveActor } from './current-caller.ts';
import { runOnce } from './idempotency.ts';
import { completeReviewItem } from './review-item.ts';
import type { Database } from './schema.ts';

/** Result and audit entries of a command; null only if nothing was changed. */
export interface CommandResult<T> {
  answer: T;
  /** Response to a repeated idempotency key, if it differs. */
  stored?: T;
  audit: AuditEntry | AuditEntry[] | null;
}

/** Emails people about important entries, in the command's transaction: sent if and only if it commits. */
export interface Notices {
  add(trx: Transaction<Database>, actor: Actor, entries: readonly AuditEntry[]): Promise<void>;
}

/** `notices` is null for operator commands. */
export interface CommandServices {
  db: Kysely<Database>;
  clock: Clock;
  notices: Notices | null;
}

/** Runs a command once per idempotency key, with its audit entries in one transaction. Use only `trx` inside: on the embedded database's one connection `db` would deadlock. */
export async function runCommand<T>(
  services: CommandServices,
  actor: Actor,
  work: (trx: Transaction<Database>) => Promise<CommandResult<T>>,
): Promise<T> {
  const { db, clock, notices } = services;
  const { idempotency } = actor;
  if (idempotency) idempotency.commands += 1;
  try {
    let isAudited = false;
    const answer = await db.transaction().execute(async (trx) => {
      const run = async () => {
        const { answer, stored = answer, audit } = await work(trx);
        const entries = [audit ?? []].flat();
        const [entryId = null] = audit ? await writeAudit(trx, clock, actor, entries) : [];
        isAudited = audit !== null;
        await notices?.add(trx, actor, entries);
        if (actor.bulkRow) await completeBulkRow(trx, actor.bulkRow, audit !== null);
        if (actor.reviewItemId !== undefined) await completeReviewItem(trx, clock(), actor.reviewItemId, entryId);
        return { answer, stored };
      };
      return idempotency
        ? runOnce(trx, clock(), idempotency, run, () => requireActiveActor(trx, actor))
        : (await run()).answer;
    });
    if (isAudited) auditWritten(db);
    return answer;
  } catch (error) {
    if (error instanceof Failure && error.audit) error.actor ??= actor;
    throw error;
  }
}
