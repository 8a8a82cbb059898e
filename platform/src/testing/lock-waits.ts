import { type Kysely, sql } from 'kysely';
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
