import type { Kysely, Transaction } from 'kysely';
import type { Actor, AuditEntry } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { writeAudit } from './audit.ts';
import type { Database } from './schema.ts';

/** What an act answers, and what the audit log says about it; null only when nothing was changed. */
export interface Done<T> {
  answer: T;
  audit: AuditEntry | AuditEntry[] | null;
}

/**
 * Does an act and writes its audit entry in one transaction. A refusal is undone here and audited where it is answered. Inside, use `trx` only: the embedded database has one connection, and a query on the
 * outer database would wait for this transaction for ever.
 */
export async function act<T>(
  services: { db: Kysely<Database>; clock: Clock },
  actor: Actor,
  work: (trx: Transaction<Database>) => Promise<Done<T>>,
): Promise<T> {
  const { db, clock } = services;
  try {
    return await db.transaction().execute(async (trx) => {
      const { answer, audit } = await work(trx);
      if (audit) await writeAudit(trx, clock, actor, [audit].flat());
      return answer;
    });
  } catch (error) {
    if (error instanceof Failure && error.audit) error.actor ??= actor;
    throw error;
  }
}
