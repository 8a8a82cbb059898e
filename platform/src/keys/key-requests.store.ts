import type { MissingKeyRequests, ReportedKeyRequest } from '@console/contract/calls/gateway-reports';
import type { ApiKeyRequest } from '@console/contract/generated/schema-types';
import { requestLogDays, requestLogLength } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, dayMs } from '../core/base/clock.ts';
import { Keyset, type SortOrder } from '../core/database/keyset.ts';
import { allOf, type Page, type PageRange, readPage } from '../core/database/list.ts';
import type { Database, Row } from '../core/database/schema.ts';

type KeyRequestRow = Row<'key_request'>;

/** Rows per statement of a clean-up. */
const deleteSize = 5_000;

export const keyRequestOrder = { by: [sql.ref('at')], type: 'timestamptz' } as const satisfies SortOrder;
const newestFirst = new Keyset(keyRequestOrder, 'desc', 'id');

const startOfLogs = (clock: Clock): Date => addMs(clock(), -requestLogDays * dayMs);

/** Adds a gateway's report to the logs of its keys, also expired ones. */
export async function addKeyRequests(
  db: Kysely<Database>,
  clock: Clock,
  { requests, missing }: { requests: readonly ReportedKeyRequest[]; missing: readonly MissingKeyRequests[] },
): Promise<void> {
  const now = clock();
  // The clock of a gateway may be fast: such rows would stay longer than others.
  if (requests.length > 0)
    await sql`insert into key_request (api_key_id, at, operation, code, cost, ms, request_id)
      select api_key.id, least(reported.at, ${now}::timestamptz), operation, code, cost, ms, request_id
      from rows from (jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as
        (key_hash text, at timestamptz, operation text, code text, cost integer, ms integer, request_id text))
        with ordinality as reported (key_hash, at, operation, code, cost, ms, request_id, place)
      join api_key using (key_hash) order by place`.execute(db);
  if (missing.length > 0)
    await sql`insert into missing_key_requests as counted (api_key_id, hour, count)
      select api_key.id, date_trunc('hour', ${now}::timestamptz), least(sum(reported.count), 1000000000)
      from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as reported (key_hash text, count integer)
      join api_key using (key_hash) group by api_key.id order by api_key.id
      on conflict (api_key_id, hour) do update
        set count = least(counted.count::bigint + excluded.count, 1000000000)`.execute(db);
}

export async function findKeyRequests(
  db: Kysely<Database>,
  clock: Clock,
  { keyId, failed }: { keyId: number; failed: boolean | undefined },
  page: PageRange & { limit: number },
): Promise<Page<KeyRequestRow>> {
  const [beyond] = await lastBeyondLength(db, keyId).execute();
  const found = db
    .selectFrom('key_request')
    .where('api_key_id', '=', keyId)
    .where('at', '>=', startOfLogs(clock))
    .where(
      allOf([
        failed !== undefined && (failed ? sql<boolean>`code is not null` : sql<boolean>`code is null`),
        beyond && sql<boolean>`(at, id) > (${beyond.at}::timestamptz, ${beyond.id}::int)`,
      ]),
    );
  return readPage(found.selectAll(), page, newestFirst, found.select('id'));
}

export const toApiKeyRequest = (row: KeyRequestRow): ApiKeyRequest => ({
  id: String(row.id),
  at: row.at.toISOString(),
  operation: row.operation,
  code: row.code,
  cost: row.cost,
  durationMs: row.ms,
  requestId: row.request_id,
});

export async function countMissingRequests(db: Kysely<Database>, clock: Clock, keyId: number): Promise<number> {
  const { count } = await db
    .selectFrom('missing_key_requests')
    .select((of) => of.fn.sum<string | null>('count').as('count'))
    .where('api_key_id', '=', keyId)
    .where('hour', '>=', startOfLogs(clock))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

/** Deletes in batches the requests that the logs no longer return. Several platforms can run it at once. */
export async function deleteOldKeyRequests(db: Kysely<Database>, clock: Clock): Promise<void> {
  const deleteRows = async (condition: ReturnType<typeof sql<boolean>>) => {
    const batch = db.selectFrom('key_request').select('id').where(condition).limit(deleteSize);
    for (;;) {
      // An array, because a plan may run a subquery again for each row.
      const isOfBatch = sql<boolean>`id = any(array(${batch}))`;
      const { numDeletedRows } = await db.deleteFrom('key_request').where(isOfBatch).executeTakeFirstOrThrow();
      if (numDeletedRows < deleteSize) return;
    }
  };
  await deleteRows(sql<boolean>`at < ${startOfLogs(clock)}::timestamptz`);
  const { rows } = await sql<{ key: number; at: Date; id: number }>`
    select api_key.id as key, beyond.at, beyond.id from api_key
    cross join lateral ${lastBeyondLength(db, sql.ref('api_key.id'))} beyond`.execute(db);
  for (const { key, at, id } of rows)
    await deleteRows(sql<boolean>`api_key_id = ${key} and (at, id) <= (${at}::timestamptz, ${id}::int)`);
}

/** Newest request before those that the log returns. */
const lastBeyondLength = (db: Kysely<Database>, keyId: number | ReturnType<typeof sql.ref<number>>) =>
  db
    .selectFrom('key_request')
    .select(['at', 'id'])
    .where('api_key_id', '=', keyId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(requestLogLength)
    .limit(1);
