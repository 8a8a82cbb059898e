import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { openTestDatabase } from '../testing/database.ts';
import { appendErasedIds, erasedId, renewErasedIds } from './erased-ids.ts';

test('PRIVACY-30 platforms that share the file write it one after the other, and do not wait for the end of a transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'erased-ids-'));
  const path = join(folder, 'erased-ids.jsonl');
  const db = await openTestDatabase();
  const [old, both] = [['a'], ['b', 'a']].map(createPepper) as [
    ReturnType<typeof createPepper>,
    ReturnType<typeof createPepper>,
  ];
  const add = (id: number) =>
    db
      .transaction()
      .execute((trx) => appendErasedIds(trx, path, [erasedId(old, { id, at: '2026-11-20T09:00:00.000Z' })]));
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    return rows[0]?.count;
  };
  const whileLocked = async (work: () => Promise<unknown>) => {
    const started = await db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(hashtext('ERASED_IDS'))`.execute(other);
      const done = work();
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      await sql`select pg_advisory_unlock(hashtext('ERASED_IDS'))`.execute(other);
      return { done };
    });
    await started.done;
  };
  try {
    await whileLocked(async () => {
      const done = add(1);
      expect(existsSync(path)).toBe(false);
      await done;
    });
    await whileLocked(() => renewErasedIds(db, path, both));
    await db.transaction().execute(async (trx) => {
      await appendErasedIds(trx, path, [erasedId(old, { id: 2, at: '2026-11-20T09:00:00.000Z' })]);
      await add(3);
    });
    expect((await readFile(path, 'utf8')).match(/"id":\d/g)).toEqual(['"id":1', '"id":2', '"id":3']);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
});
