import type { Kysely, Transaction } from 'kysely';
import { type Actor, type AuditEntry, writeAudit } from './audit.ts';
import type { Clock } from './clock.ts';
import type { Database } from './schema.ts';

/** What an act answers, and what the audit log says about it; null only when nothing was changed. */
export interface Done<T> {
  answer: T;
  audit: AuditEntry | null;
}

/**
 * Does an act and writes its audit entry in one transaction. Inside, use `trx` only: the embedded database has one connection, and a query on the
 * outer database would wait for this transaction for ever.
 */
export const act = <T>(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  actor: Actor,
  work: (trx: Transaction<Database>) => Promise<Done<T>>,
): Promise<T> =>
  db.transaction().execute(async (trx) => {
    const { answer, audit } = await work(trx);
    if (audit) await writeAudit(trx, clock, actor, audit);
    return answer;
  });
