import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** The migration that creates the tables of the first release. The names of the migrations before it come before its own. */
export const baseline = '0100_baseline';

/** The last one of them. A database and a backup that have it have the tables of the baseline. */
const lastBefore = '0073_leftovers';

/** The commit with the migrations up to that one: it brings an earlier database or backup there. */
export const commitBeforeBaseline = '553b572b06fd0317dae3c5a9795c7dff34eeaceb';

export const isBeforeBaseline = (name: string): boolean => name < baseline;

/** What must be done first with a database or a backup that has only a part of the migrations before the baseline; undefined otherwise. */
export function explainOlder(names: readonly string[]): string | undefined {
  const last = names.filter(isBeforeBaseline).toSorted().at(-1);
  if (last === undefined || last === lastBefore) return undefined;
  return `is from before the first release (its last migration is ${last}): start it with commit ${commitBeforeBaseline} first`;
}

/** Puts the baseline in the place of all migrations before it, where the database has them. It has no mark: a platform that does not know it does not run. */
export async function adoptBaseline(trx: Kysely<Database>): Promise<void> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(trx);
  if (!table.rows[0]?.found) return;
  await sql`with before as (delete from kysely_migration where name < ${baseline} returning name, timestamp)
    insert into kysely_migration (name, timestamp)
    select ${baseline}, timestamp from before where name = ${lastBefore}`.execute(trx);
}
