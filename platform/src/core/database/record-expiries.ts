import { type Kysely, sql, type Transaction } from 'kysely';
import { type AuditEntry, systemActor } from '../base/audit-entry.ts';
import type { Clock } from '../base/clock.ts';
import type { Database } from './schema.ts';
import { runCommand } from './transaction.ts';

const mostAtOnce = 500;

/** Records rows that expired since the last run, once per expiry; `eventsOf` returns their events. Several platforms can run it. */
export async function recordExpiries(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  table: 'invitation' | 'api_key',
  eventsOf: (trx: Transaction<Database>, ids: readonly number[], now: Date) => Promise<AuditEntry[]>,
): Promise<void> {
  const recordSome = () =>
    runCommand({ db, clock, notices: null }, systemActor, async (trx) => {
      const now = clock();
      const { rows } = await sql<{ id: number }>`
        update ${sql.table(table)} set expiry_seen = expires_at
        where id = any(array(
          select id from ${sql.table(table)}
          where expires_at <= ${now}::timestamptz and expires_at > expiry_seen
          order by expires_at limit ${mostAtOnce}
          for update skip locked))
        returning id`.execute(trx);
      const ids = rows.map(({ id }) => id);
      const events = ids.length === 0 ? [] : await eventsOf(trx, ids, now);
      return { answer: ids.length, audit: events.length > 0 ? events : null };
    });
  while ((await recordSome()) === mostAtOnce);
}
