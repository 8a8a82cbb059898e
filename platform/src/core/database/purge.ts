import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, dayMs } from '../base/clock.ts';
import { type Database, tables } from './schema.ts';

/** Deletes expired rows, as `kept` in the table declarations says. Several platforms can run it at once. */
export async function deleteExpiredRows(db: Kysely<Database>, clock: Clock): Promise<void> {
  const now = clock();
  for (const [table, { kept }] of Object.entries(tables))
    for (const { days, since, if: isEnded } of kept)
      await sql`delete from ${sql.table(table)} where ${sql.ref(since)} < ${addMs(now, -days * dayMs)}::timestamptz
        and ${isEnded?.(now) ?? sql`true`}`.execute(db);
}
