import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addEndedReview } from '../testing/review-evidence.ts';
import { deleteUnprovenUsers } from '../users/delete-unproven-users.ts';
import { deleteOrganisation, planDeletion } from './delete-organisation.ts';
import { verifyData } from './verify-data.ts';

const platform = useTestPlatform();
const pepper = createPepper(['a secret of the console that is long enough']);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-delete-'));
});
afterAll(() => rm(folder, { recursive: true }));

const erasedIds = () => join(folder, 'ERASED_IDS');
const erase = (name: string, id = platform.orgs.A) =>
  deleteOrganisation(
    { db: platform.db, clock: platform.now, pepper, settings: { databaseUrl: undefined, erasedIds: erasedIds() } },
    { id, name, operator: 'alice' },
  );
const disable = (id: number) =>
  platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', id).execute();

/** The tables in which a column contains one of the texts. */
const tablesWith = async (text: string) => {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(platform.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(name)} as t where lower(t::text) like ${`%${text}%`} limit 1`.execute(
        platform.db,
      );
    if (rows.length > 0) found.push(name);
  }
  return found;
};

test('PRIVACY-61 only a disabled organisation is deleted, after its name was typed; the plan counts its rows and changes nothing', async () => {
  const { orgs, db } = platform;
  await expect(planDeletion(db, 999_999)).rejects.toThrow('There is no organisation with the ID 999999.');
  await expect(planDeletion(db, orgs.A)).rejects.toThrow('Organisation A is enabled. Disable it first.');
  await expect(erase('Organisation A')).rejects.toThrow('Organisation A is enabled.');
  await disable(orgs.A);
  const { name, text } = await planDeletion(db, orgs.A);
  expect(name).toBe('Organisation A');
  expect(text).toMatch(/^ent_usr: \d+$/m);
  await expect(erase('organisation b')).rejects.toThrow('This is not the name of the organisation.');
  expect((await planDeletion(db, orgs.A)).text).toBe(text);
});

test('PRIVACY-61 its rows are gone, its people are named nowhere, also not in events of others, and every hash chain is valid', async () => {
  const { orgs, users, db } = platform;
  await platform.signIn('assA');
  await addUserMapping(db, users.assA.id, orgs.B, { activated: true });
  await platform.signIn('orgB');
  const values = { via: 'session' as const, action: 'users:mapExternal', event: 'users:mapExternal' as const };
  for (const [organisation, target] of [
    [orgs.B, users.assA.id],
    [orgs.A, users.audA.id],
  ] as const)
    await db
      .insertInto('audit_entry')
      .values({
        ...values,
        at: platform.now(),
        ent_usr_id: null,
        ent_org_id: null,
        target_type: 'ent_usr',
        target_id: String(target),
        before: null,
        after: JSON.stringify({ email: users.assA.email }),
        request_id: null,
        client_address: null,
        actor_role: null,
        api_key_id: null,
        subject_org_id: organisation,
        code: null,
        email_hash: null,
        position: null,
        chain_id: null,
        chain_no: null,
        hash: null,
      })
      .execute();
  await disable(orgs.A);
  expect(await tablesWith(users.assA.email)).toContain('audit_entry');
  expect(await erase('Organisation A')).toMatch(/^Deleted Organisation A with \d+ users\./);
  const people = Object.values(users).filter(({ email }) => email.endsWith('@a.example'));
  for (const { email } of people) expect([email, await tablesWith(email)]).toEqual([email, []]);
  expect(await tablesWith('organisation a')).toEqual([]);
  expect(await db.selectFrom('ent_org').select('id').where('id', '=', orgs.A).execute()).toEqual([]);
  const lines = (await readFile(erasedIds(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(people.length);
  const [event] = await platform.auditEntries('organisations:delete');
  expect(event).toMatchObject({ target_id: String(orgs.A), after: { users: people.length, operator: 'alice' } });
  expect(event?.subject_org_id ?? null).toBeNull();
  const findings = await verifyData(db, pepper);
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
});

test('PRIVACY-63 a deletion that was interrupted is run again: who was erased stays in ERASED_IDS, and no one is erased twice', async () => {
  const { orgs, users, db } = platform;
  await rm(erasedIds(), { force: true });
  await disable(orgs.A);
  await sql`create function testing_stop() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$`.execute(
    db,
  );
  await sql`create trigger testing_stop before delete on ent_org for each row execute function testing_stop()`.execute(
    db,
  );
  try {
    await expect(erase('Organisation A')).rejects.toThrow('stopped');
  } finally {
    await sql`drop trigger testing_stop on ent_org`.execute(db);
    await sql`drop function testing_stop`.execute(db);
  }
  const lines = async () => (await readFile(erasedIds(), 'utf8')).trim().split('\n');
  const written = await lines();
  expect(written).toHaveLength(Object.values(users).filter(({ email }) => email.endsWith('@a.example')).length);
  expect(written.filter((line) => line.includes('withdrawn'))).toEqual([]);
  expect(await erase('Organisation A')).toMatch(/^Deleted Organisation A with \d+ users\./);
  expect(await lines()).toEqual(written);
  expect(await db.selectFrom('ent_usr').select('id').where('ent_org_id', '=', orgs.A).execute()).toEqual([]);
});

test('PRIVACY-64 a line about its user in an access review of another organisation stays, with its decision, as Deleted user', async () => {
  const { orgs, users, db } = platform;
  const reviewId = await addEndedReview(db, { organisationId: orgs.B, userId: users.assA.id, at: platform.now() });
  const line = () =>
    db
      .selectFrom('access_review_item')
      .innerJoin('ent_usr', 'ent_usr.id', 'access_review_item.ent_usr_id')
      .select(['decision', 'outcome', 'firstname', 'lastname', 'ent_org_id'])
      .where('review_id', '=', reviewId)
      .executeTakeFirst();
  const before = await line();
  await disable(orgs.A);
  await erase('Organisation A');
  const stays = { firstname: 'Deleted user', lastname: null, ent_org_id: null };
  expect(await line()).toEqual({ ...before, ...stays });
  // Even after users without an organisation were deleted.
  platform.moveClock(200 * dayMs);
  await deleteUnprovenUsers(db, platform.now);
  expect(await line()).toMatchObject(stays);
});

test('PRIVACY-61 a large organisation is deleted by 100 users at a time, because a statement has a time limit', async () => {
  const { orgs, db } = platform;
  await sql`insert into ent_usr (email, firstname, ent_org_id, role_id, created_at, updated_at)
    select 'many' || n || '@a.example', 'Many', ${orgs.A}::int, 5, ${platform.now()}, ${platform.now()}
    from generate_series(1, 120) as n`.execute(db);
  await disable(orgs.A);
  await sql`create function testing_limit() returns trigger language plpgsql as $$ begin
    if (select count(*) from gone) > 100 then raise 'too many'; end if; return null; end $$`.execute(db);
  await sql`create trigger testing_limit after delete on ent_usr referencing old table as gone
    for each statement execute function testing_limit()`.execute(db);
  try {
    expect(await erase('Organisation A')).toMatch(/^Deleted Organisation A with 12\d users\./);
  } finally {
    await sql`drop trigger testing_limit on ent_usr`.execute(db);
    await sql`drop function testing_limit`.execute(db);
  }
});
