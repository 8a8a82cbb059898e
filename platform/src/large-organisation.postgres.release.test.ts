import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './core/database/schema.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { planOf, rowsRead, rowsReturned, sumOf } from './testing/query-plans.ts';
import { recordQueries } from './testing/sent-queries.ts';
import { createUserIndexes, withoutTimeout } from './users/user-indexes.ts';

const size = 100_000;
const queries = recordQueries();
let platform: TestPlatform;
let key: string;
let org: number;
beforeAll(async () => {
  platform = await startTestPlatform({ plugin: queries.plugin, newDatabase: true });
  const { db } = platform;
  org = platform.orgs.B;
  await db.connection().execute((connection) => withoutTimeout(connection, () => addUsers(connection)));
  await createUserIndexes(db);
  await sql`vacuum analyze`.execute(db);
  ({ apiKey: key } = await platform.signIn('adm'));
});
afterAll(() => platform.close());

/** The rows of users that a node reads from their table. */
const fetchedRows = (node: Parameters<typeof rowsRead>[0]): number =>
  node['Node Type'] === 'Index Only Scan' ? (node['Heap Fetches'] ?? 0) : rowsRead(node);

const ends = ['asc', 'desc'].map((direction) => `direction=${direction}`);
const orders = ['created_at', 'updated_at', 'name', 'email', 'department'];
const filters = {
  'without a filter': [''],
  'found by a text': ['search=person77@', 'search=élan1 large2', 'search=person12', 'search=auditee', 'search=nothing'],
  'of a role or a department': ['role_id=4', 'department=Department 3', 'role_id=4&department=Department 3'],
  'in another order': orders.flatMap((order) => ends.map((end) => `order_by=${order}&${end}`)),
  'in another order and found by a text': ['name', 'updated_at'].flatMap((order) =>
    ['person7', 'person77@', 'nothing'].map((search) => `order_by=${order}&search=${search}`),
  ),
  'by name and filtered': ['role_id=4', 'department=Department 3', 'responder=true', 'factor=any'].map(
    (filter) => `order_by=name&${filter}`,
  ),
  'on the last page': ['offset=90880'],
};

test.each(Object.entries(filters))(
  'LARGE-1 a page of an organisation of 100,000 users %s is read from indexes, with its numbers',
  async (_what, some) => {
    for (const one of some)
      for (const path of ['active_user_list', 'inactive_user_list']) {
        queries.taken(platform.db);
        const url = encodeURI(`/consoles/${path}?org_id=${org}&limit=25&include_current_user=true&${one}`);
        const { statusCode } = await platform.call(`GET ${url}`, { key });
        expect(statusCode).toBe(200);
        const sent = queries.taken(platform.db).filter((query) => query.sql.includes('"ent_usr"'));
        expect(sent.length).toBeGreaterThan(0);
        for (const query of sent) {
          const read = sumOf('ent_usr', await planOf(platform.db, query), fetchedRows);
          expect([one, path, query.sql, read > size / 50]).toEqual([one, path, query.sql, false]);
        }
      }
  },
);

test('LARGE-6 the first page by name is read in the order of its index', async () => {
  const { db } = platform;
  queries.taken(db);
  const url = `/consoles/active_user_list?org_id=${org}&limit=25&order_by=name`;
  expect((await platform.call(`GET ${url}`, { key })).statusCode).toBe(200);
  for (const query of queries.taken(db).filter(({ sql: text }) => text.includes('"ent_usr"')))
    expect(sumOf('ent_usr', await planOf(db, query, 'analyze, format json'), rowsReturned)).toBeLessThan(100);
});

test('LARGE-10 found users are counted in an index that has only what searches and filters read', async () => {
  const { db } = platform;
  for (const one of ['search=person77@', 'search=a', 'search=person7&department=Department 3', 'search=auditee']) {
    queries.taken(db);
    const url = `/consoles/active_user_list?org_id=${org}&offset=25&limit=25&include_current_user=true&${one}`;
    expect((await platform.call(`GET ${encodeURI(url)}`, { key })).statusCode).toBe(200);
    const count = queries.taken(db).find((query) => query.sql.includes('total_count'));
    const plan = await planOf(db, count as CompiledQuery);
    const indexes = plan.flatMap((node) => (node['Relation Name'] === 'ent_usr' ? (node['Index Name'] ?? []) : []));
    expect([one, indexes]).toEqual([one, ['ent_usr_folded']]);
  }
});

test('LARGE-11 users of a role and a department are counted in an index that has no searched texts', async () => {
  const { db } = platform;
  queries.taken(db);
  const url = `/consoles/active_user_list?org_id=${org}&limit=25&include_current_user=true&role_id=4&department=Department 3`;
  expect((await platform.call(`GET ${encodeURI(url)}`, { key })).statusCode).toBe(200);
  const count = queries.taken(db).find((query) => query.sql.includes('total_count'));
  const indexes = (await planOf(db, count as CompiledQuery)).flatMap((node) => node['Index Name'] ?? []);
  expect(indexes).toEqual(['ent_usr_listed']);
});

test('LARGE-10 users of an earlier release are found before they have their texts, and a row that is being changed is not waited for', async () => {
  const { db } = platform;
  const found = async (search: string) => {
    const url = `/consoles/active_user_list?org_id=${org}&limit=25&search=${search}`;
    return (await platform.call(`GET ${url}`, { key })).json().active_users.length;
  };
  const unfilled = () => db.selectFrom('ent_usr').select('email').where('folded_text', 'is', null).execute();
  await sql`drop index ent_usr_folded`.execute(db);
  await sql`update ent_usr set folded_text = null where email like 'person77%'`.execute(db);
  expect([await found('person7778@'), await found('nothing')]).toEqual([1, 0]);
  const held = await db.startTransaction().execute();
  await held.updateTable('ent_usr').set({ mobile: '1' }).where('email', '=', 'person7778@large.example').execute();
  const filling = createUserIndexes(db);
  await expect.poll(unfilled, { timeout: 20_000 }).toEqual([{ email: 'person7778@large.example' }]);
  expect(await found('person7778@')).toBe(1);
  await held.commit().execute();
  await filling;
  expect([await unfilled(), await found('person7778@')]).toEqual([[], 1]);
  await db
    .updateTable('ent_usr')
    .set({ lastname: 'Ångström' })
    .where('email', '=', 'person7778@large.example')
    .execute();
  expect(await found('angstrom')).toBe(1);
});

test('LARGE-3 an index that a start has left unfinished is made again, and one that is there is left', async () => {
  const { db } = platform;
  const number = async () =>
    (
      await sql<{ id: number; is_valid: boolean }>`
        select indexrelid::int as id, indisvalid as is_valid from pg_index
        where indexrelid = to_regclass('ent_usr_folded_order')`.execute(db)
    ).rows[0];
  const made = await number();
  await createUserIndexes(db);
  expect(await number()).toEqual(made);
  await sql`update pg_index set indisvalid = false where indexrelid = to_regclass('ent_usr_folded_order')`.execute(db);
  await createUserIndexes(db);
  const again = await number();
  expect([again?.is_valid, again?.id === made?.id]).toEqual([true, false]);
});

async function addUsers(connection: Kysely<Database>): Promise<void> {
  // State of a large table from before the release with these indexes.
  await sql`drop index ent_usr_folded_order, ent_usr_listed`.execute(connection);
  await sql`insert into ent_usr (ent_org_id, email, firstname, lastname, country_code, mobile, designation, supervisor,
      role_id, department_name, password_hash, is_disabled, created_at, updated_at)
    select ${org}, 'person' || n || '@large.example', 'Élan' || n % 50, 'Large' || n % 70, '+91', '98' || n, 'Manager',
      'person1@large.example', 3 + n % 3, 'Department ' || n % 20, repeat(md5(n::text), 3), n % 11 = 0, now() - n * interval '1 minute', now() - n * interval '1 second'
    from generate_series(1, ${size}) n order by md5(n::text)`.execute(connection);
  await sql`drop index ent_usr_folded`.execute(connection);
  await sql`update ent_usr set folded_text = null`.execute(connection);
}
