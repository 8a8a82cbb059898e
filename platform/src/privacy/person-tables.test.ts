import { personTables } from '@console/contract/person-data';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { tablesWithoutPerson } from '../testing/tables-without-person.ts';
import { headingOf } from './headings.ts';

const platform = useTestPlatform();

/** Names of columns that say that a person is in them. */
const namesPerson =
  /usr|user_(id|name)$|_by$|requester|assessor|auditee|organi[sz]er|reviewer|supervisor|manager|people|recipient|email|target_id|author/;
/** Columns with such a name that have no person. */
const withoutPerson = ['api_key.author_left_at', 'ent_org.email_domain', 'session.began_by', 'sso.enabled_by_role'];

const columnsOf = async () => {
  const { rows } = await sql<{ table: string; column: string; references: string | null }>`
    select c.table_name as table, c.column_name as column, min(con.confrelid::regclass::text) as references
    from information_schema.columns as c
    join information_schema.tables using (table_schema, table_name)
    join pg_attribute as a on a.attrelid = to_regclass(c.table_name) and a.attname = c.column_name
    left join pg_constraint as con on con.contype = 'f' and con.conrelid = a.attrelid and a.attnum = any(con.conkey)
      and con.confrelid in ('ent_usr'::regclass, 'session'::regclass, 'api_key'::regclass, 'app_factor'::regclass)
    where c.table_schema = 'public' and table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
    group by c.table_name, c.column_name, c.ordinal_position
    order by c.table_name, c.ordinal_position`.execute(platform.db);
  return rows;
};

test('PRIVACY-1 every table of the database is in the list, and one with a reference to a user among those that may have personal data', async () => {
  const columns = await columnsOf();
  expect(columns.filter(({ references }) => references).length).toBeGreaterThan(50);
  const unlisted = new Set(
    columns.flatMap(({ table }) => (personTables[table] || tablesWithoutPerson[table] ? [] : [table])),
  );
  expect([...unlisted]).toEqual([]);
  const withPerson = columns.filter(({ column, references }) => references !== null || namesPerson.test(column));
  expect(
    withPerson.filter(({ table }) => !personTables[table]).map(({ table, column }) => `${table}.${column}`),
  ).toEqual([]);
});

test('PRIVACY-1 each column of a listed table finds its rows, is copied, or is left out for a reason, and no other column is listed', async () => {
  const columns = await columnsOf();
  for (const [table, { rows, leftOut }] of Object.entries(personTables)) {
    const found = rows.map(({ by }) => by.split('>')[0]);
    const copied = rows.flatMap(({ columns, toOthers = [] }) => [...columns, ...toOthers]);
    const holders = rows.flatMap(({ of = [] }) => of.map((path) => path.split('>')[0]));
    const left = Object.values(leftOut).flat();
    const listed = [...new Set([...found, ...copied, ...holders, ...left])].sort();
    expect({ table, listed }).toEqual({
      table,
      listed: columns.flatMap((one) => (one.table === table ? [one.column] : [])).sort(),
    });
    expect({ table, both: left.filter((column) => copied.includes(column)) }).toEqual({ table, both: [] });
  }
});

test('PRIVACY-1 a copied column has no secret and no reference to another person', async () => {
  const columns = await columnsOf();
  const copied = columns.filter(({ table, column }) =>
    personTables[table]?.rows.some(({ columns }) => columns.includes(column)),
  );
  expect(copied.filter(({ column }) => /hash|sealed|secret|token|proof|salt|public_key/.test(column))).toEqual([]);
  // The person's own address.
  const own = ['ent_usr.email', 'sso_confirmation.email', 'scim_user.user_name', 'access_review_item.email'];
  const named = copied
    .filter(({ column, references }) => references !== null || namesPerson.test(column))
    .map(({ table, column }) => `${table}.${column}`);
  expect(named.filter((name) => !own.includes(name) && !withoutPerson.includes(name))).toEqual([]);
});

test('PRIVACY-73 in the file each kind of rows, each of its columns and each column left out has a heading of words, once', () => {
  const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
  const kinds = Object.values(personTables).flatMap(({ rows }) => rows);
  expect(repeated(kinds.map(({ as }) => headingOf(as)))).toEqual([]);
  for (const { columns } of kinds) expect(repeated(columns.map(headingOf))).toEqual([]);
  const headings = Object.entries(personTables).flatMap(([table, { rows, leftOut }]) =>
    [table, ...rows.flatMap(({ as, columns }) => [as, ...columns]), ...Object.values(leftOut).flat()].map(headingOf),
  );
  expect(headings.filter((heading) => !/^[A-Z][A-Za-z]*([ -][A-Za-z]+)*$/.test(heading))).toEqual([]);
});
