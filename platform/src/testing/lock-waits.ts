import { type Kysely, sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../core/database/schema.ts';

/** Waits until this number of the database's statements wait for a lock. */
export const untilLockWaits = (db: Kysely<Database>, expected = 1) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
        join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(db);
      return rows[0]?.count;
    })
    .toBe(expected);

/** Sends a request, changes rows while it waits for a lock of organisations or users, and returns its response. */
export async function changeWhileWaiting<T>(
  db: Kysely<Database>,
  send: () => Promise<T>,
  change: (trx: Transaction<Database>) => Promise<unknown>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`lock table ent_org, ent_usr in exclusive mode`.execute(trx);
    answer = send();
    await untilLockWaits(db);
    await change(trx);
  });
  return answer as Promise<T>;
}
