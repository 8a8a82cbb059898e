import type { TestClient } from './client.ts';
import type { TestSystem } from './system.ts';

export const bulkJobFields =
  'id action state totalCount doneCount unchangedCount failedCount skippedCount createdAt finishedAt stopCode';

const startDocument = `mutation Start($input: StartBulkActionInput!) { startBulkAction(input: $input) { job { ${bulkJobFields} } } }`;
const cancelDocument = `mutation Cancel($input: CancelBulkActionInput!) { cancelBulkAction(input: $input) { job { ${bulkJobFields} } } }`;

/** Starts a bulk action. */
export const startBulkAction = (tab: TestClient, input: object, headers: Record<string, string | undefined> = {}) =>
  tab.graphql(startDocument, { input }, headers);

/** Cancels a bulk action. */
export const cancelBulkAction = (tab: TestClient, id: unknown, headers: Record<string, string | undefined> = {}) =>
  tab.graphql(cancelDocument, { input: { id } }, headers);

/** Inserts a bulk job of an Administrator that no worker runs; returns its id. */
export async function addBulkJob({ platform }: TestSystem): Promise<string> {
  const { db, users, now } = platform;
  const job = { ent_usr_id: users.adm.id, via: 'session', act: 'activate', total_count: 0, created_at: now() } as const;
  // The queue may still have jobs of earlier tests, with low ids.
  const rows = await db
    .insertInto('bulk_job')
    .values(Array.from({ length: 50 }, () => job))
    .returning('id')
    .execute();
  return String(Math.max(...rows.map(({ id }) => id)));
}
