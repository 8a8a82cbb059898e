import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.destroy());

test('DESIGN-5 a dropped connection does not end the process', async () => {
  const dropped = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  await dropped.execute(db);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('RELIABILITY-F16 a connection dropped in a transaction fails that transaction only', async () => {
  const lost = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // The error arrives between two statements.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(trx);
  });
  await expect(lost).rejects.toThrow();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('RELIABILITY-3 statements and idle transactions time out on every connection, and none waits for workers', async () => {
  const limits = sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('max_parallel_workers_per_gather') as workers, pg_sleep(0.05)::text as slept`;
  const all = await Promise.all(Array.from({ length: 5 }, () => limits.execute(db)));
  expect(all.map(({ rows }) => rows)).toEqual(
    Array(5).fill([{ statement: '30s', idle: '10s', workers: '0', slept: '' }]),
  );
});
