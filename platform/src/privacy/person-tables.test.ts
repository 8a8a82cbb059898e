import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tables } from '../core/database/schema.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { headingOf } from './headings.ts';
import { kindsOf, leftOutOf } from './person-rows.ts';

const platform = useTestPlatform();

/** Names of columns that contain people. */
const namesPerson =
  /usr|user_(id|name)$|_by$|requester|assessor|auditee|organi[sz]er|reviewer|supervisor|manager|people|recipient|email|target_id|author/;
/** Columns with such a name that contain no person, or only the address of the row's own person. */
const named = [
  ...['api_key.author_left_at', 'session.began_by'],
  ...['ent_usr.email', 'sso_confirmation.email', 'scim_user.user_name', 'access_review_item.email'],
];

/** Columns that refer to a person, or to an object of a person. */
const readReferences = async () => {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || attname as column from pg_constraint
    inner join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and connamespace = 'public'::regnamespace
      and confrelid in ('ent_usr'::regclass, 'session'::regclass, 'api_key'::regclass, 'app_factor'::regclass)`.execute(
    platform.db,
  );
  return new Set(rows.map(({ column }) => column));
};

test('PRIVACY-1 a table with a reference to a user is not declared as one without a person, and a column that is copied has no other person', async () => {
  const references = await readReferences();
  expect(references.size).toBeGreaterThan(50);
  const columns = Object.entries(tables).flatMap(([table, { columns, person }]) =>
    Object.entries(columns).map(([name, { treatment }]) => ({ column: `${table}.${name}`, name, treatment, person })),
  );
  const ofPerson = columns.filter(({ column, name }) => references.has(column) || namesPerson.test(name));
  const undecided = ofPerson.filter(({ person }) => 'reason' in person && !person.isSaid);
  expect(undecided.map(({ column }) => column)).toEqual([]);
  const copied = ofPerson.filter(({ treatment, column }) => treatment === 'copied' && !named.includes(column));
  expect(copied.map(({ column }) => column)).toEqual([]);
});

test('PRIVACY-1 a column that is declared to find rows, or to be copied, is and does', () => {
  for (const [name, table] of Object.entries(tables)) {
    const kinds = kindsOf(table);
    const finding = kinds.flatMap(({ by, holders }) => [by, ...(holders ?? [])].map((path) => path.split('>')[0]));
    const copied = kinds.flatMap(({ columns }) => columns);
    const treated = (treatment: string) =>
      Object.keys(table.columns).filter((column) => table.columns[column]?.treatment === treatment);
    expect([name, treated('finds').filter((column) => !finding.includes(column))]).toEqual([name, []]);
    expect([name, treated('copied').filter((column) => !copied.includes(column))]).toEqual([name, []]);
  }
});

test('PRIVACY-73 in the file each kind of rows, each of its columns and each column left out has a heading of words, once', () => {
  const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
  const kinds = Object.values(tables).flatMap(kindsOf);
  expect(repeated(kinds.map(({ as }) => headingOf(as)))).toEqual([]);
  for (const { columns } of kinds) expect(repeated(columns.map(headingOf))).toEqual([]);
  const headings = Object.entries(tables).flatMap(([name, table]) =>
    [
      name,
      ...kindsOf(table).flatMap(({ as, columns }) => [as, ...columns]),
      ...leftOutOf(table).map((column) => column.name),
    ].map(headingOf),
  );
  expect(headings.filter((heading) => !/^[A-Z][A-Za-z]*([ -][A-Za-z]+)*$/.test(heading))).toEqual([]);
});
