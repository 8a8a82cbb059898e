import type { BulkRowState, BulkState, bulkJob } from '@console/contract/calls/bulk-actions';
import type { ErrorCode } from '@console/contract/errors';
import { bulkActionMaxRecent } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { CallerOwner } from '../core/base/idempotent-request.ts';
import type { Database, NewRow, Row } from '../core/database/schema.ts';

export type BulkJobRow = Row<'bulk_job'>;
type Counts = Record<`${Exclude<BulkRowState, 'waiting'>}_count`, number>;

/** Counts of a job that has just started or has no rows. */
export const noCounts: Counts = { done_count: 0, unchanged_count: 0, failed_count: 0, skipped_count: 0 };

const countRows = (db: Kysely<Database>, jobIds: readonly number[]) =>
  db
    .selectFrom('bulk_row')
    .where(sql<boolean>`job_id = any(${jobIds}::int[])`)
    .groupBy('job_id')
    .select((of) => {
      const countOf = (state: BulkRowState) => sql<number>`${of.fn.countAll().filterWhere('state', '=', state)}::int`;
      return [
        'job_id',
        countOf('done').as('done_count'),
        countOf('unchanged').as('unchanged_count'),
        countOf('failed').as('failed_count'),
        countOf('skipped').as('skipped_count'),
      ];
    })
    .execute();

export function bulkActionsStore(db: Kysely<Database>) {
  const jobs = db.selectFrom('bulk_job').selectAll();
  return {
    /** Adds a job with its rows in the order of their ids. `sees`: rows changed after this time are not overwritten. */
    async add(job: NewRow<'bulk_job'>, ids: readonly number[], sees: boolean): Promise<BulkJobRow> {
      const added = await db.insertInto('bulk_job').values(job).returningAll().executeTakeFirstOrThrow();
      await sql`insert into bulk_row (job_id, position, target_id, seen_at)
        select ${added.id}, position, target_id, ${sees ? sql`ent_usr.updated_at` : sql`null`}
        from unnest(${ids}::int[]) with ordinality as given (target_id, position)
        ${sees ? sql`left join ent_usr on ent_usr.id = target_id` : sql``}`.execute(db);
      return added;
    },

    find: (id: number, owner: CallerOwner): Promise<BulkJobRow | undefined> =>
      jobs.where('id', '=', id).where(owner.column, '=', owner.id).executeTakeFirst(),

    /** Jobs of a caller since a time, on rows of an organisation, newest first. */
    async recent(owner: CallerOwner, organisationId: number, since: Date) {
      const found = await jobs
        .where(owner.column, '=', owner.id)
        .where('created_at', '>', since)
        .where(
          sql<boolean>`exists (select from bulk_row where job_id = bulk_job.id and case when act like '%_invitation'
            then exists (select from invitation where id = target_id and ent_org_id = ${organisationId})
            else exists (select from ent_usr where id = target_id and ent_org_id = ${organisationId}) end)`,
        )
        .orderBy('id', 'desc')
        .limit(bulkActionMaxRecent)
        .execute();
      const counts = await countRows(
        db,
        found.map(({ id }) => id),
      );
      return found.flatMap((job) => {
        const counted = counts.find(({ job_id }) => job_id === job.id);
        return counted ? [{ job, counts: counted }] : [];
      });
    },

    async count(id: number): Promise<Counts> {
      const [counts = noCounts] = await countRows(db, [id]);
      return counts;
    },

    /** Rows after a position, and the number of rows in these states. */
    async rows(jobId: number, states: readonly BulkRowState[], after: number, limit: number) {
      const rows = db
        .selectFrom('bulk_row')
        .where('job_id', '=', jobId)
        .where(sql<boolean>`state = any(${states}::text[])`);
      const { count } = await rows
        .select((of) => sql<number>`${of.fn.countAll()}::int`.as('count'))
        .executeTakeFirstOrThrow();
      const found = await rows
        .selectAll()
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit + 1)
        .execute();
      return { rows: found.slice(0, limit), count, has_next: found.length > limit };
    },

    /** A job with its next queued row, or null if none is left. Undefined if the job has ended or does not exist. */
    async next(id: number) {
      const job = await jobs.where('id', '=', id).where('finished_at', 'is', null).executeTakeFirst();
      if (!job) return undefined;
      const row = await db
        .selectFrom('bulk_row')
        .selectAll()
        .where('job_id', '=', id)
        .where('state', '=', 'waiting')
        .orderBy('position')
        .limit(1)
        .executeTakeFirst();
      return { job, row: row ?? null };
    },

    start: (id: number, started_at: Date) =>
      db.updateTable('bulk_job').set({ started_at }).where('id', '=', id).where('started_at', 'is', null).execute(),

    cancel: (id: number, cancelled_at: Date) =>
      db
        .updateTable('bulk_job')
        .set({ cancelled_at })
        .where('id', '=', id)
        .where('cancelled_at', 'is', null)
        .where('finished_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),

    fail: (jobId: number, position: number, failure: { code: ErrorCode; message: string }) =>
      db
        .updateTable('bulk_row')
        .set({ state: 'failed', ...failure })
        .where('job_id', '=', jobId)
        .where('position', '=', position)
        .where('state', '=', 'waiting')
        .execute(),

    /** Ends a job and skips its queued rows. */
    finish: (id: number, finished_at: Date, stop_code: ErrorCode | null): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const skipped = { state: 'skipped' } as const;
        await trx
          .updateTable('bulk_row')
          .set(skipped)
          .where('job_id', '=', id)
          .where('state', '=', 'waiting')
          .execute();
        await trx
          .updateTable('bulk_job')
          .set({ finished_at, stop_code })
          .where('id', '=', id)
          .where('finished_at', 'is', null)
          .execute();
      }),
  };
}

export type BulkJobResponse = z.input<typeof bulkJob>;

export function toBulkJobResponse(job: BulkJobRow, counts: Counts): BulkJobResponse {
  const { id, act, role_id, department_name, total_count, stop_code } = job;
  const { done_count, unchanged_count, failed_count, skipped_count } = counts;
  return {
    id,
    act,
    role_id,
    department_name,
    total_count,
    stop_code,
    done_count,
    unchanged_count,
    failed_count,
    skipped_count,
    state: stateOf(job, counts),
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

function stateOf(
  { started_at, finished_at, cancelled_at, stop_code }: BulkJobRow,
  { skipped_count }: Counts,
): BulkState {
  if (!finished_at) return started_at ? 'running' : 'waiting';
  if (stop_code) return 'stopped';
  return cancelled_at && skipped_count > 0 ? 'cancelled' : 'finished';
}
