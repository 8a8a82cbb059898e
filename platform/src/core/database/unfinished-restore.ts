import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Table that marks an unfinished restore, in which the backup's sessions and tokens are still valid. Outside the restored schema. */
export const restoreMark = 'public.unfinished_restore';

/** Throws StartError after an unfinished restore: the backup's sessions and links would work. */
export async function refuseUnfinishedRestore(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${restoreMark}) is not null as found`.execute(db);
  if (rows[0]?.found)
    throw new StartError(
      'A restore into this database did not finish. Run the same restore again, or restore into a new database.',
    );
}
