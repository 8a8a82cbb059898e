import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { statementTimeout } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { computedUserText } from '../core/database/user-response.ts';
import { userIndexes } from '../migrations/0100_folded_texts.ts';

/** Fills search texts and creates missing or unfinished indexes concurrently: in a large table a migration would block writes. */
export async function createUserIndexes(db: Kysely<Database>): Promise<void> {
  const hasFilled = await fillSearchTexts(db);
  await db.connection().execute(async (connection) => {
    // Without this vacuum, index-only scans would wait for autovacuum.
    if (hasFilled) await withoutTimeout(connection, () => sql`vacuum analyze ent_usr`.execute(connection));
    for (const [name, index] of Object.entries(userIndexes)) await createIfMissing(connection, name, index);
  });
}

const batchSize = 1_000;
const lockPauseMs = 200;

/** Fills search texts of old rows and rows loaded without triggers, skipping locked ones. Returns whether there were any. */
async function fillSearchTexts(db: Kysely<Database>): Promise<boolean> {
  const isUnfilled = sql<boolean>`folded_text is null`;
  const fillAfter = async (last: number): Promise<number | null> => {
    const { rows } = await sql<{ last: number | null }>`
      with filled as (
        update ent_usr set folded_text = ${computedUserText}
        where id in (select id from ent_usr where id > ${last} and ${isUnfilled} order by id limit ${batchSize}
          for no key update skip locked)
        returning id)
      select max(id) as last from filled`.execute(db);
    return rows[0]?.last ?? null;
  };
  const isAnyLeft = async () =>
    (await db.selectFrom('ent_usr').select('id').where(isUnfilled).limit(1).execute()).length > 0;
  let rounds = 0;
  for (; await isAnyLeft(); rounds += 1) {
    if (rounds > 0) await delay(lockPauseMs);
    for (let last: number | null = 0; last !== null; ) last = await fillAfter(last);
  }
  return rounds > 0;
}

async function createIfMissing(connection: Kysely<Database>, name: string, index: string): Promise<void> {
  // An index that another platform is creating is invalid until it is finished.
  const { rows } = await sql<{ is_done: boolean }>`
    select indisvalid or exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as is_done
    from pg_index where indexrelid = to_regclass(${name})`.execute(connection);
  const [found] = rows;
  if (found?.is_done) return;
  await withoutTimeout(connection, async () => {
    if (found) await sql.raw(`drop index concurrently if exists ${name}`).execute(connection);
    await sql.raw(`create index concurrently if not exists ${name} on ${index}`).execute(connection);
  });
}

/** Runs background work on one connection. */
export async function withoutTimeout(connection: Kysely<Database>, work: () => Promise<unknown>): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection);
  try {
    await work();
  } finally {
    await sql.raw(statementTimeout).execute(connection);
  }
}
