import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';

const backupRunSchema = z.strictObject({
  bytes: z.number(),
  row_count: z.number(),
  is_encrypted: z.boolean(),
  has_secrets: z.boolean(),
});
export type BackupRun = z.infer<typeof backupRunSchema>;
export const parseBackupRun = (value: unknown): BackupRun => backupRunSchema.parse(value);

const remembered = 100;

/** Stores that a backup is complete, if the database has the table. */
export async function recordBackup({ db, clock }: Pick<Services, 'db' | 'clock'>, run: BackupRun): Promise<void> {
  if (!(await hasBackupRuns(db))) return;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('backup_run')
      .values({ ...run, finished_at: clock() })
      .execute();
    await trx
      .deleteFrom('backup_run')
      .where('id', 'not in', trx.selectFrom('backup_run').select('id').orderBy('id', 'desc').limit(remembered))
      .execute();
  });
}

/** End of the last complete backup; null if there is none, or in a database of an earlier release. */
export async function lastBackup(db: Kysely<Database>): Promise<Date | null> {
  if (!(await hasBackupRuns(db))) return null;
  const last = await db
    .selectFrom('backup_run')
    .select(({ fn }) => fn.max('finished_at').as('at'))
    .executeTakeFirst();
  return last?.at ?? null;
}

async function hasBackupRuns(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('backup_run') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
