import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openDatabase } from './database.ts';
import { statementNames } from './prepared-statements.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** The statements that the connection of a transaction has prepared, and how often each was planned. */
const preparedIn = async (trx: Kysely<Database>) =>
  (
    await sql<{ statement: string; plans: number }>`select statement, custom_plans + generic_plans as plans
      from pg_prepared_statements order by prepare_time`.execute(trx)
  ).rows;

const roleLabel = (trx: Kysely<Database>, id: number) =>
  trx.selectFrom('role').select('label').where('id', '=', id).execute();

test('DESIGN-5 a statement that comes again is prepared once, and gives the rows of its values', async () => {
  await db.transaction().execute(async (trx) => {
    const labels = [await roleLabel(trx, 1), await roleLabel(trx, 2), await roleLabel(trx, 99)];
    expect(labels).toEqual([[{ label: 'Administrator' }], [{ label: 'Architect' }], []]);
    expect(await preparedIn(trx)).toEqual([{ statement: 'select "label" from "role" where "id" = $1', plans: 3 }]);
  });
});

test('DESIGN-5 lists, searches, all columns and statements without values are planned each time', async () => {
  await db.transaction().execute(async (trx) => {
    const before = await preparedIn(trx);
    await trx.selectFrom('role').select('label').where('id', '>', 1).orderBy('label').limit(2).execute();
    await trx.selectFrom('role').select('id').where('label', 'like', 'A%').execute();
    await trx.selectFrom('role').selectAll().where('id', '=', 1).execute();
    await trx.selectFrom('role').select('id').execute();
    await sql`select one.* from (select id from role where id = ${1}) one`.execute(trx);
    expect(await preparedIn(trx)).toEqual(before);
  });
});

test('DESIGN-5 a statement with `*` in a pattern, a product or a count is prepared, such as the one that reads each caller; one with all columns is not', () => {
  const nameOf = statementNames('server');
  for (const text of ["substring($1 from '[^@]*$')", 'user_limit * $1', 'count(*) where id = $1'])
    expect(nameOf(`select ${text}`, [1])).toMatch(/^statement_/);
  for (const text of ['distinct *', 'distinct on (id) *', 'one.*', 'id, *'])
    expect(nameOf(`select ${text} from one where id = $1`, [1])).toBeUndefined();
});

test('RELIABILITY-F19 a column that another platform adds fails no statement of an open connection', async () => {
  const read = async () => [
    await db.selectFrom('role').selectAll().where('id', '=', 1).execute(),
    await roleLabel(db, 1),
  ];
  const before = await read();
  await sql`alter table role add column of_another_release text`.execute(db);
  expect(await read()).toMatchObject(before);
});

test('DESIGN-5 beyond 300 different statements a connection prepares no more, and all are answered', async () => {
  const another = await openTestDatabase();
  await another.transaction().execute(async (trx) => {
    for (let place = 0; place < 320; place++) {
      const { rows } = await sql<{ n: number }>`select ${sql.raw(String(place))} + ${1}::int as n`.execute(trx);
      expect(rows).toEqual([{ n: place + 1 }]);
    }
    expect((await preparedIn(trx)).length).toBe(300);
  });
  await another.destroy();
});

test('DESIGN-5 nothing is prepared for a pooler that keeps no prepared statements', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const { href } = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${rows[0]?.name}` });
  const plain = await openDatabase({ databaseUrl: href, preparesStatements: false });
  await plain.transaction().execute(async (trx) => {
    await roleLabel(trx, 1);
    expect(await preparedIn(trx)).toEqual([]);
  });
  await plain.destroy();
});
