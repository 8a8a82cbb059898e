import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Migration that creates the tables of the first release. Names of earlier migrations sort before it. */
export const baseline = '0100_baseline';

/** Last migration before the baseline: databases and backups that have it have the baseline's tables. */
const lastBefore = '0073_leftovers';

/** Commit with the code that migrates older databases and backups up to the baseline. */
export const commitBeforeBaseline = '553b572b06fd0317dae3c5a9795c7dff34eeaceb';

export const isBeforeBaseline = (name: string): boolean => name < baseline;

/** Text about what to do first with a database or backup from before the baseline; undefined if nothing. */
export function explainOlder(names: readonly string[]): string | undefined {
  const last = names.filter(isBeforeBaseline).toSorted().at(-1);
  if (last === undefined || last === lastBefore) return undefined;
  return `is from before the first release (its last migration is ${last}): start it with commit ${commitBeforeBaseline} first`;
}

/** Replaces all earlier migrations with the baseline. Not marked compatible: a platform without it must not run. */
export async function adoptBaseline(trx: Kysely<Database>): Promise<void> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(trx);
  if (!table.rows[0]?.found) return;
  await sql`with before as (delete from kysely_migration where name < ${baseline} returning name, timestamp)
    insert into kysely_migration (name, timestamp)
    select ${baseline}, timestamp from before where name = ${lastBefore}`.execute(trx);
}
