import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainAllIn } from '../audit/audit-chain.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { openDatabase } from '../core/database/database.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { tables } from '../core/database/schema.ts';
import type { Table } from '../core/database/table.ts';
import { verifyData } from '../operator/verify-data.ts';
import { fillDataFolder } from '../testing/database.ts';
import { type RowOwner, readAllRows, writeMarkedRows } from '../testing/marked-rows.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { continueErasures } from './continue-erasures.ts';
import { eraseUsers } from './erase-users.ts';
import { rewriteErasedFiles } from './rewrite-files.ts';

let platform: TestPlatform;
let dataDir: string;

// Always the embedded database, even in the suite that runs on PostgreSQL, because the test searches its files.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'erase-'));
  await fillDataFolder(dataDir);
  const database = await openDatabase({ dataDir });
  platform = await startTestPlatform({ database, signsInAnew: true });
});
afterAll(async () => {
  await platform?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Text columns of a person that an erasure keeps (docs/decisions/0099). */
const stays = Object.entries(tables).flatMap(([table, { columns, erased }]) =>
  Object.entries(columns).flatMap(([name, { type, values }]) => {
    const isText = /^(text|text\[\]|jsonb)$/.test(type) && !values;
    const isGone = !erased.stays || erased.set?.[name] || erased.cleared?.includes(name);
    return isText && !isGone ? [`${table}.${name}`] : [];
  }),
);
/** Columns that are null or have another text in the rows of the test. */
const unmarked = ['code', 'hash', 'erased', 'target_id', 'target_type'].map((name) => `audit_entry.${name}`);
const isChecked = (table: string) => {
  const { person, erased } = (tables as Readonly<Record<string, Table>>)[table] ?? tables.ent_usr;
  return !('reason' in person) || person.isSaid || erased.stays !== undefined;
};

/** Tables that every change updates. */
const bookkeeping = ['audit_chain', 'audit_position', 'erased_user', 'user_count'];

/** The files of the data folder that contain one of the texts, each with the text. */
async function findInFiles(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase();
    for (const text of texts) if (bytes.includes(text)) found.push(`${text} in ${entry.name}`);
  }
  return found;
}

test('PRIVACY-20 PRIVACY-21 PRIVACY-35 every column of two organisations is filled and a person erased: what goes is in no column and no file, and nothing of others changes but by id or proven email', async () => {
  const { db, orgs, users, now } = platform;
  const { disA: person, audA: colleague, orgB: other } = users;
  // A namesake in each organisation, and an identity provider that names the person as others are named.
  const names = { firstname: 'Zyxenia', lastname: 'Quorvath', mobile: '5550173946' };
  for (const { id } of [person, colleague, other])
    await db.updateTable('ent_usr').set(names).where('id', '=', id).execute();
  const like = `Zyxenia Quorvath 5550173946 infosec true 1 2 ${other.email}`;
  const owners: RowOwner[] = [
    { mark: 'zqp', userId: person.id, organisationId: orgs.A, partnerId: orgs.M },
    { mark: `zqn ${like}`, userId: colleague.id, organisationId: orgs.A, partnerId: orgs.D },
    { mark: `zqo ${like}`, userId: other.id, organisationId: orgs.B, partnerId: orgs.M },
  ];
  const { ofFirst: theirs } = await writeMarkedRows(db, owners);
  const attack = { user_name: other.email, external_id: 'infosec' };
  await db.updateTable('scim_user').set(attack).where('ent_usr_id', '=', person.id).execute();
  await sql`update scim_failure set user_name = ${other.email} where reason like 'zqp%'`.execute(db);
  await db.updateTable('sso_link').set({ subject: 'true' }).where('ent_usr_id', '=', person.id).execute();
  await sql`update ent_usr set supervisor = ${other.email} where id = ${other.id}::int`.execute(db);
  // Rows about other users that have the person's email address.
  const byEmail = ['DISA@a.example', 'disa@a.example'];
  await sql`update ent_usr set supervisor = ${byEmail[0]} where id = ${users.usrD.id}::int`.execute(db);
  await sql`insert into mail (recipient, subject, created_at) values (${byEmail[1]}, 'zqe', ${now()})`.execute(db);
  await sql`insert into provisioning_issue (ent_org_id, ent_usr_id, kind, detail, at)
    values (${orgs.A}, ${users.assA.id}, 'EMAIL_DIFFERS', ${byEmail[1]}, ${now()})`.execute(db);
  await sql`insert into audit_entry (at, via, action, event, target_type, subject_org_id, after)
    values (${now()}, 'system', 'zqe', 'zqe', 'ent_org', ${orgs.B}, ${JSON.stringify({ list: ['Ask DisA@a.example.', 'zqe'] })})`.execute(
    db,
  );
  await db.transaction().execute((trx) => chainAllIn(trx));
  const before = await readAllRows(db);
  await sql`analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  expect(await findInFiles(['zqp session.user_agent'])).not.toEqual([]);

  const settings = { databaseUrl: undefined, erasedIds: join(dataDir, 'erased-ids.jsonl') };
  const services = { db, clock: now, pepper: createPepper(['a secret of the tests '.repeat(2)]), settings };
  await eraseUsers(services, (erase) => db.transaction().execute((trx) => erase(trx, [person.id])));
  await continueErasures(services);

  const after = await readAllRows(db);
  const changed = [...before].flatMap(([table, rows]) => {
    if (bookkeeping.includes(table)) return [];
    const left = new Set(after.get(table));
    return rows.flatMap((row) => (left.has(row) || theirs.has(row) || row.includes('zqp ') ? [] : [`${table} ${row}`]));
  });
  expect(changed.sort()).toEqual(
    ['audit_entry', 'ent_usr', 'ent_usr', 'mail', 'provisioning_issue'].map((table) =>
      expect.stringMatching(new RegExp(`^${table} .*disa@a.example`, 'i')),
    ),
  );
  const marks = new Set(
    [...after].flatMap(([table, rows]) =>
      isChecked(table) ? rows.flatMap((row) => row.match(/zqp [a-z_0-9]+\.[a-z_0-9]+/g) ?? []) : [],
    ),
  );
  expect([...marks].sort()).toEqual(
    stays
      .filter((column) => !unmarked.includes(column))
      .map((column) => `zqp ${column}`)
      .sort(),
  );
  const [erased] = await db.selectFrom('ent_usr').selectAll().where('id', '=', person.id).execute();
  expect(erased).toMatchObject({
    email: `erased-${person.id}@erased.invalid`,
    firstname: 'Erased user',
    lastname: null,
  });
  expect((await db.selectFrom('ent_usr').select('supervisor').where('id', '=', users.usrD.id).execute())[0]).toEqual({
    supervisor: users.usrD.email,
  });
  // The evidence files of the marked rows have no valid signature.
  const problems = (await verifyData(db, services.pepper)).filter(({ level }) => level === 'problem');
  expect(problems.filter(({ subject }) => subject !== 'evidence')).toEqual([]);

  // Rows that no id leads to are deleted by their age. Then the files do not contain their texts either.
  await deleteExpiredRows(db, () => addMs(now(), 31 * dayMs));
  await rewriteErasedFiles(db);
  const gone = [...before].flatMap(([table, rows]) =>
    isChecked(table) ? rows.flatMap((row) => row.match(/zqp [a-z_0-9]+\.[a-z_0-9]+/g) ?? []) : [],
  );
  const texts = new Set(gone.filter((mark) => !marks.has(mark)));
  expect(texts.size).toBeGreaterThan(70);
  expect(await findInFiles([person.email, 'zqp notice.first_deferred', ...texts])).toEqual([]);
});
