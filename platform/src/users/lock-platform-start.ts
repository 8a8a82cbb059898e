import { sql, type Transaction } from 'kysely';
import type { Database } from '../core/database/schema.ts';

const lock = 7_205_759;

/** Prevents concurrent starts from adding the first rows, until the transaction ends. */
export const lockPlatformStart = (trx: Transaction<Database>) =>
  sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(trx);
