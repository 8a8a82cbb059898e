import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** A table that is there while a restore into a server runs. Its tables are committed before sessions and tokens of the backup are void, so a kill between leaves it. The schema of the tables may be in the backup. */
export const restoreMark = 'public.unfinished_restore';

/** Throws StartError for a database into which a restore did not finish: sessions and links of the backup would work in it. */
export async function refuseUnfinishedRestore(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${restoreMark}) is not null as found`.execute(db);
  if (rows[0]?.found)
    throw new StartError(
      'A restore into this database did not finish. Run the same restore again, or restore into a new database.',
    );
}
