import { StartError } from '@console/contract/settings';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import type { Database } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** Removes all that migrations have made. */
const removeAll = async () => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
};
const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort();

test('DESIGN-5 counts are numbers and timestamps are dates on both databases', async () => {
  const { rows } = await sql`select count(*) as n, now() as at from role`.execute(db);
  expect(rows).toEqual([{ n: 5, at: expect.any(Date) }]);
});

test('DESIGN-5 migrating again changes nothing', async () => {
  const before = await sql`select * from kysely_migration`.execute(db);
  await migrate(db);
  expect((await sql`select * from kysely_migration`.execute(db)).rows).toEqual(before.rows);
  expect(before.rows).toHaveLength(Object.keys(migrations).length);
});

test('RELIABILITY-F19 DESIGN-5 several platforms that start on an empty database migrate it once', async () => {
  await removeAll();
  await Promise.all([migrate(db), migrate(db), migrate(db)]);
  expect(await tables()).toContain('ent_usr');
});

const releases = Object.keys(migrations).sort();
// From the first release all migrations run, which is enough on the slower embedded database.
const earlier = inject('postgresUrl') ? releases.slice(0, -1) : releases.slice(0, 1);

/** Adds a user with a session, as this release has them. Returns the id of the organisation. */
async function addRows(release: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into ent_org (guid, brandname, created_at, updated_at)
    values (gen_random_uuid(), ${release}, '2026-01-01Z', '2026-01-02Z') returning id`.execute(db);
  const [{ id } = { id: 0 }] = rows;
  await sql`insert into ent_usr (ent_org_id, email, firstname, created_at, updated_at)
    values (${id}, ${`Kept${release}@x.example`}, 'Émile', '2026-01-01Z', '2026-01-02Z')`.execute(db);
  await sql`insert into session (ent_usr_id, key_hash, created_at, last_used_at, expires_at)
    select id, ${release}, '2026-01-01Z', '2026-01-02Z', '2026-01-03Z' from ent_usr where ent_org_id = ${id}`.execute(
    db,
  );
  await sql`insert into password_proof (session_id, proved_at)
    select id, '2026-01-02Z' from session where key_hash = ${release}`.execute(db);
  return id;
}

/** Without the column that the last migration drops. */
const rowsOf = async (organisationId: number) =>
  (
    await sql<object>`select ent_usr.*, null as search_text, brandname, session_id, proved_at from ent_usr join ent_org on ent_org.id = ent_org_id
      join session on session.ent_usr_id = ent_usr.id join password_proof on session_id = session.id
      where ent_org_id = ${organisationId}`.execute(db)
  ).rows;

test('DESIGN-5 a database of each earlier release is migrated and keeps its rows', async () => {
  await removeAll();
  const before = new Map<number, object[]>();
  for (const release of earlier) {
    await migrate(db, { last: release });
    const organisationId = await addRows(release);
    before.set(organisationId, await rowsOf(organisationId));
  }
  await migrate(db);
  for (const [organisationId, rows] of before) {
    expect(rows).toHaveLength(1);
    expect(await rowsOf(organisationId)).toMatchObject(rows);
  }
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(applied.rows.map(({ name }) => name)).toEqual(releases);
  const counted = await sql`select ent_org_id, role_id, is_disabled, users from user_count order by 1`.execute(db);
  const one = { role_id: 0, is_disabled: false, users: 1 };
  expect(counted.rows).toEqual([...before.keys()].map((ent_org_id) => ({ ent_org_id, ...one })));
});

test('DESIGN-5 events of earlier releases get what was done or refused, the code and the organisation, and users their last sign-in', async () => {
  await removeAll();
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('0010_idempotency');
  await sql`insert into ent_org (guid, brandname, created_at, updated_at)
    values (gen_random_uuid(), 'A', '2026-01-01Z', '2026-01-02Z'), (gen_random_uuid(), 'B', '2026-01-01Z', '2026-01-02Z')`.execute(
    db,
  );
  await sql`insert into ent_usr (ent_org_id, email, created_at, updated_at)
    values (2, 'b@b.example', '2026-01-01Z', '2026-01-02Z')`.execute(db);
  await sql`insert into audit_entry (at, ent_org_id, via, action, target_type, target_id, after) values
    ('2026-01-01Z', 1, 'session', 'users:edit', 'ent_usr', '1', null),
    ('2026-01-01Z', 1, 'session', 'session:guesses', 'ent_usr', null, null),
    ('2026-01-01Z', 1, 'session', 'access:refuse', 'ent_usr', '1', '{"action": "deactivateUser", "reason": "boundary"}'),
    ('2026-01-01Z', 1, 'public', 'session:refuse', 'ent_usr', '1', '{"reason": "INVALID_CREDENTIALS"}')`.execute(db);
  await sql`insert into audit_entry (at, ent_usr_id, via, action, target_type, target_id) values
    ('2026-01-03Z', 1, 'public', 'session:signIn', 'session', '1'),
    ('2026-01-02Z', 1, 'public', 'session:signIn', 'session', '2')`.execute(db);
  await migrate(db);
  const { last_sign_in_at } = await db.selectFrom('ent_usr').select('last_sign_in_at').executeTakeFirstOrThrow();
  expect(last_sign_in_at).toEqual(new Date('2026-01-03Z'));
  const events = await db.selectFrom('audit_entry').select(['event', 'code', 'subject_org_id']).orderBy('id').execute();
  expect(events).toEqual([
    { event: 'users:edit', code: null, subject_org_id: 2 },
    { event: 'session:block', code: null, subject_org_id: 1 },
    { event: 'users:deactivate', code: 'NOT_FOUND', subject_org_id: 1 },
    { event: 'session:signIn', code: 'INVALID_CREDENTIALS', subject_org_id: 1 },
    { event: 'session:signIn', code: null, subject_org_id: null },
    { event: 'session:signIn', code: null, subject_org_id: null },
  ]);
});

test('DESIGN-5 USER-3 case and accents of every alphabet are folded and ordered the same on both databases', async () => {
  const texts = ['Zoe', 'éva', 'bob', 'Eva', 'ÖL', 'Ωμέγα', 'Bob'];
  const { rows } = await sql<{ ordered: string[]; folded: string }>`select
    array_agg(text order by text collate words) as ordered,
    lower(string_agg(text, ' ' order by text collate words) collate words) as folded from unnest(${texts}::text[]) as text`.execute(
    db,
  );
  expect(rows[0]?.ordered).toEqual(['bob', 'Bob', 'Eva', 'éva', 'ÖL', 'Zoe', 'Ωμέγα']);
  expect(rows[0]?.folded).toBe('bob bob eva éva öl zoe ωμέγα');
});

test('DESIGN-7 a database of a newer release is refused in one line and unchanged', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030-01-01')`.execute(db);
  await sql`delete from kysely_migration where name <> '9999_future'`.execute(db);
  const before = await tables();
  const refusal = await migrate(db).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toBe(
    'The database belongs to a newer release (it has migration 9999_future): start that release, or restore a backup.',
  );
  expect(await tables()).toEqual(before);
  expect((await sql`select name from kysely_migration`.execute(db)).rows).toEqual([{ name: '9999_future' }]);
});

test('DESIGN-7 an unreachable database server is one line with DATABASE_URL and without its password', async () => {
  const refusal = await openDatabase({ databaseUrl: 'postgres://u:canary@127.0.0.1:1/x' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(/^DATABASE_URL: the database cannot be reached: .*ECONNREFUSED/);
  expect(refusal.message).not.toContain('canary');
});
