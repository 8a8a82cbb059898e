import type { Transaction } from 'kysely';
import type { BulkRow } from '../base/audit-entry.ts';
import type { Database } from './schema.ts';

/** Rolls back: another worker has already done the row. */
export class BulkRowDone extends Error {
  override name = 'BulkRowDone';
}

/** Completes a row in its command's transaction, so that it is done exactly once. */
export async function completeBulkRow(
  trx: Transaction<Database>,
  { jobId, position }: BulkRow,
  isChanged: boolean,
): Promise<void> {
  const completed = await trx
    .updateTable('bulk_row')
    .set({ state: isChanged ? 'done' : 'unchanged' })
    .where('job_id', '=', jobId)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .returning('position')
    .executeTakeFirst();
  if (!completed) throw new BulkRowDone();
}
