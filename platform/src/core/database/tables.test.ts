import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { readColumns } from '../../testing/marked-rows.ts';
import { type Database, tables } from './schema.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());

/** The values of a check such as `CHECK ((kind = ANY (ARRAY['user'::text, 'organisation'::text])))`. */
const valuesOf = (check: string | null) =>
  check
    ?.match(/ANY \(ARRAY\[(.*)\]/)?.[1]
    ?.split(', ')
    .map((value) => value.replace(/^'(.*)'::text$/, '$1')) ?? null;

const declared = Object.entries(tables).flatMap(([table, { columns }]) =>
  Object.entries(columns).map(([name, column]) => ({ table, name, column })),
);

test('DESIGN-5 the declared columns have the names, types, defaults and allowed values of the database after all migrations', async () => {
  const found: object[] = [];
  for (const { table, name, type, isNullable, isIdentity, check, default: expression } of await readColumns(db)) {
    const { rows } = await sql<{ value: unknown }>`
      select ${expression === null ? null : sql`to_jsonb(${sql.raw(expression)})`} as value`.execute(db);
    const [values, defaultValue] = [valuesOf(check), rows[0]?.value];
    found.push({ name: `${table}.${name}`, type, isNullable, isIdentity, values, defaultValue });
  }
  const expected = declared.map(({ table, name, column: { type, isNullable, isIdentity, values, defaultValue } }) => ({
    name: `${table}.${name}`,
    type,
    isNullable,
    isIdentity,
    values: values?.map(String) ?? null,
    defaultValue: defaultValue instanceof Date ? '1970-01-01T00:00:00+00:00' : (defaultValue ?? null),
  }));
  expect(found).toHaveLength(expected.length);
  expect(found).toEqual(expect.arrayContaining(expected));
});

const secretName = /hash|sealed|secret|token|proof|salt|nonce|public_key|^body_|^journal$|^answer$|^password_hash$/;
/** Hashes that verify the activity and files of evidence, public values, keyed hashes, and settings next to a secret. */
const open = [
  ...[
    'access_review_addendum.hash',
    'access_review_evidence.proof',
    'audit_chain.first_hash',
    'audit_chain.last_hash',
    'audit_chain.start_proof',
  ],
  ...['audit_entry.email_hash', 'audit_entry.hash', 'audit_entry.hash_version', 'audit_entry.salt'],
  ...['backup_run.has_secrets', 'erased_user.proof', 'passkey.public_key', 'sso_domain.token'],
  ...['sso.secret_expires_on', 'sso.secret_reminded_days', 'webhook.previous_secret_until'],
];

test('BACKUP-2 PRIVACY-1 PRIVACY-62 a column with the name of a secret is declared as one', () => {
  const named = declared.filter(({ name }) => secretName.test(name));
  expect(named.length).toBeGreaterThan(40);
  const others = named.filter(({ column }) => !column.isSecret);
  expect(others.map(({ table, name }) => `${table}.${name}`).toSorted()).toEqual(open.toSorted());
});

test('SECRET-1 a stored secret is encrypted again with a new PLATFORM_SECRET, except those of actions in progress', () => {
  const others = declared.filter(({ name, column }) => name.endsWith('_sealed') && !column.sealedFor);
  expect(others.map(({ table, name }) => `${table}.${name}`).toSorted()).toEqual([
    'app_setup.secret_sealed',
    'session.provider_sign_out_sealed',
    'sso_start.verifier_sealed',
  ]);
});
