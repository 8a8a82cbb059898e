import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { tables } from '../core/database/schema.ts';
import type { Column, Table } from '../core/database/table.ts';
import { personDataFile } from '../privacy/person-data-file.ts';
import { type Mark, type RowOwner, readAllRows, writeMarkedRows } from '../testing/marked-rows.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { deleteOrganisation } from './delete-organisation.ts';
import { writeOrganisation } from './export-organisation.ts';
import { writeBackup } from './write-backup.ts';

const platform = useTestPlatform();

/** Fills every column for a person and a colleague in organisation A, and for a person in B. */
const fill = async () => {
  const { db, orgs, users } = platform;
  const person: RowOwner = { mark: 'zqp', userId: users.assA.id, organisationId: orgs.A, partnerId: orgs.M };
  const colleague: RowOwner = { mark: 'zqn', userId: users.audA.id, organisationId: orgs.A, partnerId: orgs.D };
  const other: RowOwner = { mark: 'zqo', userId: users.orgB.id, organisationId: orgs.B, partnerId: orgs.M };
  const { marks } = await writeMarkedRows(db, [person, colleague, other]);
  // These columns find a person by email address.
  await sql`update mail set recipient = ${users.assA.email} where subject like 'zqp%'`.execute(db);
  await sql`update scim_failure set user_name = ${users.assA.email} where reason like 'zqp%'`.execute(db);
  const replaced = ['mail.recipient', 'scim_failure.user_name'];
  return { person, colleague, other, marks: marks.filter(({ column }) => !replaced.includes(column)) };
};

const sorted = (columns: Iterable<string>) => [...new Set(columns)].toSorted();
const columnsOf = (marks: readonly Mark[]) => sorted(marks.map(({ column }) => column));
/** The marks that a text contains. */
const findIn = (text: string, marks: readonly Mark[]) =>
  marks.filter(({ forms }) => forms.some((form) => text.includes(form)));
const declarationOf = (column: string) => {
  const [name = '', columnName = ''] = column.split('.');
  const table = (tables as Readonly<Record<string, Table>>)[name] as Table;
  return { table, name: columnName, ...(table.columns[columnName] as Column) };
};
const backUp = async (hasSecrets: boolean) => {
  const parts: Uint8Array[] = [];
  await writeBackup(platform.db, { hasSecrets, signal: undefined }, async (contents) => {
    for await (const part of contents) parts.push(part);
  });
  return gunzipSync(Buffer.concat(parts)).toString();
};

test('BACKUP-2 PRIVACY-1 PRIVACY-60 PRIVACY-62 HARDEN-2 every column is filled: a backup, the copy of a person and the export of an organisation have what is declared and no secret', async () => {
  const { person, colleague, other, marks } = await fill();
  expect(columnsOf(marks).length).toBeGreaterThan(300);
  const { db, orgs, users, now } = platform;
  const of = (...owners: RowOwner[]) => marks.filter(({ owner }) => owners.includes(owner));

  const whole = marks.filter(({ column }) => declarationOf(column).table.backup.rows !== 'none');
  expect(columnsOf(findIn(await backUp(true), marks))).toEqual(columnsOf(whole));
  const open = marks.filter(({ column }) => {
    const { table, name, isSecret, hasSecretPath } = declarationOf(column);
    // Whether the backup replaces all values of the column, not only null values.
    const isReplaced = table.backup.withoutSecrets?.[name]?.includes(name) === false;
    return table.backup.rows === 'all' && !isSecret && !hasSecretPath && !isReplaced;
  });
  expect(columnsOf(findIn(await backUp(false), marks))).toEqual(columnsOf(open));

  const { id, email } = users.assA;
  const copied = { id, email, homeId: orgs.A, organisationId: null };
  const copy = await readText(personDataFile(db, copied, now(), async () => {}));
  // Differ in the copy: the fields of events are filtered, and a role is given by its label.
  const changed = ['audit_entry.before', 'audit_entry.after', 'bulk_job.role_id'];
  const ofCopy = of(person).filter(({ column }) => declarationOf(column).treatment === 'copied');
  expect(columnsOf(findIn(copy, of(person)))).toEqual(columnsOf(ofCopy).filter((column) => !changed.includes(column)));
  expect(findIn(copy, of(colleague, other))).toEqual([]);

  const lines: object[] = [];
  await writeOrganisation(db, orgs.A, async (line) => lines.push(line));
  const exported = lines.map((line) => JSON.stringify(line)).join('\n');
  const ofExport = of(person).filter(({ column }) => {
    const { table, isExported, hasSecretPath } = declarationOf(column);
    return table.organisation.length > 0 && isExported && !hasSecretPath;
  });
  expect(columnsOf(findIn(exported, of(person)))).toEqual(columnsOf(ofExport));
  expect(findIn(exported, of(other))).toEqual([]);
});

test('PRIVACY-61 every column is filled and an organisation deleted: only events without values are left of it, and all of others', async () => {
  const { other, marks } = await fill();
  const { db, orgs, now } = platform;
  const folder = await mkdtemp(join(tmpdir(), 'marked-columns-'));
  await db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', orgs.A).execute();
  try {
    const settings = { databaseUrl: undefined, erasedIds: join(folder, 'ERASED_IDS') };
    const services = { db, clock: now, pepper: createPepper(['a secret of the tests '.repeat(2)]), settings };
    await deleteOrganisation(services, { id: orgs.A, name: 'Organisation A', operator: 'alice' });
  } finally {
    await rm(folder, { recursive: true });
  }
  const left = [...(await readAllRows(db))].flatMap(([table, rows]) =>
    findIn(
      rows.join('\n'),
      marks.filter(({ column }) => column.startsWith(`${table}.`)),
    ),
  );
  const ofOthers = (mark: Mark) => mark.owner === other;
  expect(columnsOf(left.filter(ofOthers))).toEqual(columnsOf(marks.filter(ofOthers)));
  const stays = columnsOf(left.filter((mark) => !ofOthers(mark))).filter((column) => {
    const { name, table } = declarationOf(column);
    if (table.anonymised) return table.anonymised.includes(name);
    return table.organisation.length > 0 || !('reason' in table.person) || table.person.isSaid;
  });
  expect(stays).toEqual([]);
});
