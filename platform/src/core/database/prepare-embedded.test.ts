import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTemplate } from '../../testing/database.ts';
import { openDatabase } from './database.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openDatabase({ template: await testTemplate() });
});
afterAll(() => db.destroy());

const preparedIn = async (of: Kysely<Database>, part: string) =>
  (
    await sql<{ text: string; plans: number }>`select statement as text, custom_plans + generic_plans as plans
      from pg_prepared_statements`.execute(of)
  ).rows.filter(({ text }) => text.includes(part));

const labels = (of: Kysely<Database>, least: number) =>
  of.selectFrom('role').select('label as preparedLabel').where('id', '>=', least).orderBy('id').limit(1).execute();

test('DESIGN-5 the embedded database prepares a list once, for transactions too, and returns the rows of its values', async () => {
  const read = [await labels(db, 1), await db.transaction().execute((trx) => labels(trx, 2)), await labels(db, 99)];
  expect(read).toEqual([[{ preparedLabel: 'Administrator' }], [{ preparedLabel: 'Architect' }], []]);
  expect(await preparedIn(db, 'preparedLabel')).toMatchObject([{ plans: 3 }]);
});

test('DESIGN-5 the embedded database executes statements after one that failed, and rolls back its transaction', async () => {
  const divide = async (of: Kysely<Database>, by: number) =>
    (await sql<{ value: number }>`select 6 / ${by}::int as value`.execute(of)).rows;
  const refused = { code: '22012' };
  await expect(divide(db, 0)).rejects.toMatchObject(refused);
  const rename = { label: 'Renamed' };
  await expect(
    db.transaction().execute(async (trx) => {
      await trx.updateTable('role').set(rename).where('id', '=', 1).execute();
      return divide(trx, 0);
    }),
  ).rejects.toMatchObject(refused);
  expect([await divide(db, 2), await labels(db, 1)]).toEqual([[{ value: 3 }], [{ preparedLabel: 'Administrator' }]]);
  await expect(sql`select ${1}::int from no_table`.execute(db)).rejects.toMatchObject({ code: '42P01' });
  expect(await divide(db, 3)).toEqual([{ value: 2 }]);
});

test('RELIABILITY-F19 the embedded database returns all columns of a table that a migration has changed', async () => {
  const read = () => db.selectFrom('role').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  await read();
  await sql`alter table role add column added text default 'new'`.execute(db);
  expect(await read()).toMatchObject({ added: 'new' });
});
