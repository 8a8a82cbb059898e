import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { createRowQueue } from './row-queue.ts';

test('BULKACT-13 a queue whose start failed starts by itself when it can, and continues the jobs of another process', async () => {
  const db = await openTestDatabase();
  const done: number[] = [];
  const name = 'rows';
  const began = Promise.withResolvers<void>();
  const work = async (_id: number, signal: AbortSignal) => {
    began.resolve();
    await once(signal, 'abort');
    throw new Error('stopped');
  };
  const other = createRowQueue(db, { name, work, onError: () => {} });
  await other.addBy((queue) => db.transaction().execute((trx) => queue.add(trx, { id: 7 })));
  await began.promise;
  await other.stop();
  const queue = createRowQueue(db, {
    name,
    work: async (id) => void done.push(id),
    onError: () => {},
  });
  await sql`alter table pgboss.queue rename to away`.execute(db);
  await expect(queue.started()).rejects.toThrow();
  await sql`alter table pgboss.away rename to queue`.execute(db);
  await vi.waitFor(() => expect(done).toEqual([7]), 60_000);
  await queue.stop();
  await db.destroy();
});
