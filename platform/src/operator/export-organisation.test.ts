import { personTables } from '@console/contract/person-data';
import { secret } from '@console/contract/person-table';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { backupContents } from './backup-contents.ts';
import { writeOrganisation } from './export-organisation.ts';
import { organisationTables } from './organisation-tables.ts';

const platform = useTestPlatform();
const secretName = /hash|sealed|secret|token|salt|public_key|^body_/;
/** The chain is verified with its hashes, and dates are not secrets. */
const open = /^(hash|hash_version|sha256|first_hash|last_hash)$|_until$|_expires_on$|_reminded_/;

test('PRIVACY-60 every table of the database is in the list of the export, by columns that it has, and a column with a secret is left out', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    group by table_name`.execute(platform.db);
  expect(Object.keys(organisationTables).sort()).toEqual(rows.map(({ table }) => table).sort());
  for (const { table, columns } of rows) {
    const { of = [], without = [] } = organisationTables[table] ?? {};
    expect([table, without.filter((column) => !columns.includes(column))]).toEqual([table, []]);
    if (of.length === 0) continue;
    const exported = columns.filter((column) => !without.includes(column));
    expect([table, exported.filter((column) => secretName.test(column) && !open.test(column))]).toEqual([table, []]);
  }
});

/** What the other lists leave out although it is not a secret, by the reason why it is exported. */
const exportedAnyway: Readonly<Record<string, readonly string[]>> = {
  'A backup without secrets turns off what needs them': [
    ...[
      'api_key.revoked_at',
      'webhook.is_enabled',
      'webhook.previous_secret_until',
      'sso.tested_at',
      'sso.signed_in_at',
    ],
    ...['sso.enabled_at', 'sso.enabled_by', 'sso.enabled_by_role', 'sso.required_at'],
  ],
  'A word of the product': [
    ...['scim_failure.method', 'user_token.kind', 'webhook_delivery.event_type', 'webhook_delivery.problem'],
    'webhook_delivery.state',
  ],
  'The hash chain is verified with it': ['audit_entry.hash', 'audit_entry.hash_version', 'audit_entry.erased'],
};

test('PRIVACY-62 the export has no column that a backup without secrets leaves out, or a copy of personal data as a secret', async () => {
  const { rows } = await sql<{ table: string; column: string; isText: boolean }>`
    select table_name as table, column_name as column, data_type in ('text', 'bytea', 'json', 'jsonb', 'ARRAY') as "isText"
    from information_schema.columns where table_schema = 'public'`.execute(platform.db);
  const isSecret = ({ table, column, isText }: (typeof rows)[number]) => {
    const { rows: copied, withoutSecrets = {} } = backupContents[table] ?? { rows: 'none' };
    // Of a table that is left out as a whole, the texts are.
    const isLeftOut = column in withoutSecrets || (copied === 'with-secrets' && isText);
    return isLeftOut || personTables[table]?.leftOut[secret]?.includes(column);
  };
  const exportedSecrets = rows.filter((one) => {
    const { of = [], without = [] } = organisationTables[one.table] ?? {};
    return of.length > 0 && !without.includes(one.column) && isSecret(one);
  });
  expect(exportedSecrets.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    Object.values(exportedAnyway).flat().toSorted(),
  );
});

interface Line {
  table?: string;
  row?: Record<string, unknown>;
  end?: number;
}
const exported = async (id: number) => {
  const lines: Line[] = [];
  await writeOrganisation(platform.db, id, async (line) => lines.push(JSON.parse(JSON.stringify(line))));
  const of = (table: string) => lines.flatMap((line) => (line.table === table && line.row ? [line.row] : []));
  return { lines, of, text: JSON.stringify(lines) };
};

test('PRIVACY-60 the export has the rows and files of the organisation, none of another one and no secret', async () => {
  const { db, orgs, users } = platform;
  await addIntegrationKey(db, users.orgA.id, ['read']);
  await addIntegrationKey(db, users.orgB.id, ['read']);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const bytes = Buffer.from([0, 255, 1]);
  await db
    .insertInto('stored_file')
    .values({
      id: 'file',
      ent_org_id: orgs.A,
      file_name: 'logo.png',
      content_type: 'image/png',
      bytes,
      created_at: platform.now(),
    })
    .execute();
  await platform.signIn('assA');
  const { lines, of, text } = await exported(orgs.A);
  expect(lines[0]).toMatchObject({ format: 'console organisation', id: orgs.A, name: 'Organisation A' });
  expect(lines.at(-1)).toEqual({ end: lines.length - 2 });
  expect(of('ent_org')).toHaveLength(1);
  const people = await db.selectFrom('ent_usr').select('email').where('ent_org_id', '=', orgs.A).execute();
  const emails = people.map(({ email }) => email).toSorted();
  expect(
    of('ent_usr')
      .map(({ email }) => String(email))
      .toSorted(),
  ).toEqual(emails);
  expect(of('api_key')).toEqual([expect.objectContaining({ ent_usr_id: users.orgA.id })]);
  expect(of('user_mapping')).toEqual([expect.objectContaining({ ent_usr_id: users.orgB.id })]);
  expect(of('session')).toHaveLength(1);
  expect(of('stored_file')).toEqual([expect.objectContaining({ bytes: bytes.toString('base64') })]);
  expect(of('audit_entry').map(({ action }) => action)).toContain('session:signIn');
  expect(text).not.toContain(users.orgB.email);
  const { key_hash } = await db.selectFrom('session').select('key_hash').executeTakeFirstOrThrow();
  const { password_hash } = await db
    .selectFrom('ent_usr')
    .select('password_hash')
    .where('id', '=', users.orgA.id)
    .executeTakeFirstOrThrow();
  for (const secret of [key_hash, password_hash ?? '']) expect(text).not.toContain(secret);
});

test('PRIVACY-60 an unknown organisation is not exported', async () => {
  await expect(exported(999_999)).rejects.toThrow('There is no organisation with the ID 999999.');
});
