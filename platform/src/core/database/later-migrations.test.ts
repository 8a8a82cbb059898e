import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { migrate, migrations, releasedMigration } from './migrate.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await sql`delete from kysely_migration where name > '9'`.execute(db);
});
afterAll(() => db.destroy());

const newest = Object.keys(migrations).at(-1) ?? '';
const marks = async () =>
  (
    await sql<{ name: string; compatible_from: string | null }>`
      select name, compatible_from from kysely_migration order by name`.execute(db)
  ).rows;
const addLater = (name: string, from: string | null) =>
  sql`insert into kysely_migration (name, timestamp, compatible_from) values (${name}, '2030-01-01', ${from})`.execute(
    db,
  );

test('UPGRADE-1 UPGRADE-2 a start with migrations of a later release that are marked as compatible works and leaves them', async () => {
  await addLater('9998_expand', newest);
  await addLater('9999_expand_again', releasedMigration);
  const before = await marks();
  expect(await migrate(db)).toEqual([]);
  expect(await marks()).toEqual(before);
});

test.each([
  ['is not marked', null],
  ['is marked for a release that this one is not', '9998_expand'],
])(
  'UPGRADE-1 a migration of a later release that %s stops the start with one line, and nothing is changed',
  async (_, from) => {
    await addLater('9998_expand', newest);
    await addLater('9999_contract', from);
    const before = await marks();
    const refusal = await migrate(db).catch((error) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(refusal.message).toBe(
      'The database belongs to a newer release (it has migration 9999_contract): start that release, or restore a backup.',
    );
    expect(await marks()).toEqual(before);
  },
);

const more = '9000_more';

test('UPGRADE-2 the migrations since the last release are marked, also where the start that made them was ended before', async () => {
  migrations[more] = { up: async () => {} };
  try {
    expect(await migrate(db)).toEqual([more]);
    const marked = await marks();
    const since = Object.keys(migrations).filter((name) => name > releasedMigration);
    expect(marked.filter(({ compatible_from }) => compatible_from !== null)).toEqual(
      since.map((name) => ({ name, compatible_from: releasedMigration })),
    );
    await sql`update kysely_migration set compatible_from = null`.execute(db);
    expect(await migrate(db)).toEqual([]);
    expect(await marks()).toEqual(marked);
  } finally {
    delete migrations[more];
  }
  // The release before it starts on the same database.
  expect(await migrate(db)).toEqual([]);
});

/** Statements that remove something from the last release, or reject its writes. */
const narrowing =
  /\bdrop (table|column|view|schema)|\brename (to|column)|\bset not null|\balter column \S+ (set data )?type|\badd column (if not exists )?\w+ \w+ not null(?! default)/i;

test('UPGRADE-2 no migration since the last release removes, renames or narrows what it uses', () => {
  const folder = join(import.meta.dirname, '../../migrations');
  const names = Object.keys(migrations).filter((name) => name > releasedMigration);
  expect(names.filter((name) => narrowing.test(readFileSync(join(folder, `${name}.ts`), 'utf8')))).toEqual([]);
  expect(
    ['alter table a drop column b', 'alter table a add column b text not null'].every((text) => narrowing.test(text)),
  ).toBe(true);
});
