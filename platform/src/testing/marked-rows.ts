import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** Person and organisation that rows are about. Each text of a row contains the mark and the name of its column. */
export interface RowOwner {
  mark: string;
  userId: number;
  organisationId: number;
  /** An organisation that this organisation is mapped to. */
  partnerId: number;
}

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  isIdentity: boolean;
  /** An expression. */
  default: string | null;
  /** The referenced table. */
  references: string | null;
  check: string | null;
}

/** Tables that triggers or constants fill, or that have a single row. */
const leftOut = ['role', 'audit_chain', 'audit_position', 'user_count'];

/** Values of tables that need several rows per owner; `always` has values that rules of a table or of the product require. */
const variants: Record<string, Record<string, (owner: RowOwner) => unknown>[]> = {
  api_key: [{ owner_org_id: () => null }, { ent_usr_id: () => null, replaces_id: () => null }],
  audit_entry: [
    {
      target_type: () => 'ent_usr',
      target_id: ({ userId }) => String(userId),
      ent_usr_id: () => null,
      before: ({ mark }) => JSON.stringify({ note: `${mark} audit_entry.about` }),
      after: ({ mark }) => JSON.stringify({ list: [{ note: `${mark} audit_entry.about` }] }),
    },
    { target_type: () => 'ent_org', target_id: ({ organisationId }) => String(organisationId) },
  ],
  bulk_row: [{ target_id: ({ userId }) => userId }],
  idempotency_key: [{ api_key_id: () => null }],
  idempotent_operation: [{ api_key_id: () => null }],
  org_mapping: [{ customer_id: ({ partnerId }) => partnerId }],
  password_proof: [{ api_key_id: () => null }],
  scim_failure: [{ user_name: ({ mark }) => `${mark} scim_user.user_name` }],
  user_mapping: [{ activated: () => true }],
  scim_user: [{ other: ({ mark }) => JSON.stringify({ nickName: `${mark} scim_user.other` }) }],
};
const always: Record<string, (owner: RowOwner) => unknown> = {
  'webhook.url': ({ mark }) => `https://hooks.example/${mark} webhook.url`,
  'api_key.replaces_id': () => null,
  'audit_entry.position': () => null,
  'audit_entry.chain_id': () => null,
  'audit_entry.chain_no': () => null,
  'audit_entry.hash': () => null,
  'audit_entry.hash_version': () => null,
  'audit_entry.salt': () => null,
  'audit_entry.erased': () => null,
  'audit_entry.code': () => null,
  'audit_entry.subject_org_id': ({ organisationId }) => organisationId,
  'audit_entry.ent_org_id': ({ organisationId }) => organisationId,
  'audit_entry.ent_usr_id': ({ userId }) => userId,
  'notice.audience_id': ({ organisationId }) => organisationId,
  'asmt.response_pending_count': () => 0,
  'erased_user.pending': () => null,
};

/** The columns of all tables, read from the database. */
export async function readColumns(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as name, format_type(atttypid, null) as type,
      not attnotnull as "isNullable", attidentity <> '' as "isIdentity",
      (select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = attrelid and adnum = attnum) as default,
      (select min(confrelid::regclass::text) from pg_constraint where conrelid = attrelid and contype = 'f' and attnum = any(conkey)) as references,
      (select min(pg_get_constraintdef(oid)) from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum]) as check
    from pg_attribute inner join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and relname not like 'kysely%'
    order by relname, attnum`.execute(db);
  return rows;
}

/** The first allowed value of a check with a list of values. */
const allowedValue = (check: string | null): string | undefined => check?.match(/ANY \(ARRAY\['([^']+)'/)?.[1];

/** A value that no other column or owner has, in the forms in which files can contain it. */
export interface Mark {
  column: string;
  owner: RowOwner;
  forms: string[];
}

const markedFrom = 7_000_000;

/** The forms of a value, if it is a mark. */
function formsOf(value: unknown, text: string): string[] {
  if (typeof value === 'number') return value >= markedFrom ? [String(value)] : [];
  if (value instanceof Date) return [value.toISOString().slice(11, -1)];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64'), Buffer.from(value).toString('hex')];
  return JSON.stringify(value)?.includes(text) ? [text] : [];
}

/** `unique` is a number that no other column or owner has. */
function markedValue({ table, name, type, check }: Column, { mark, userId }: RowOwner, number: number, unique: number) {
  const text = `${mark} ${table}.${name} ${number}`;
  const months = check?.match(/ARRAY\[(\d+)/)?.[1];
  if (months) return Number(months);
  if (type === 'uuid') return randomUUID();
  if (type === 'text[]') return [text];
  if (type === 'integer[]') return [userId];
  if (type === 'jsonb' || type === 'json') return JSON.stringify({ note: text });
  if (type === 'bytea') return Buffer.from(text);
  if (type === 'boolean') return false;
  if (/^timestamp/.test(type)) return new Date(Date.UTC(2026, 2, 4, 5, 6, 7, 10 * unique + 1));
  if (/^(integer|bigint)$/.test(type)) return markedFrom + unique;
  if (type === 'smallint') return number;
  return allowedValue(check) ?? text;
}

/** Writes rows of every table for each owner, with every column filled. Returns those of the first owner as JSON, and the marks of all. Users and organisations are there. */
export async function writeMarkedRows(
  db: Kysely<Database>,
  owners: readonly RowOwner[],
): Promise<{ ofFirst: Set<string>; marks: Mark[] }> {
  const columns = await readColumns(db);
  const tables = new Map(Map.groupBy(columns, ({ table }) => table));
  for (const table of leftOut) tables.delete(table);
  const ids = new Map<string, unknown[]>();
  const ofFirst = new Set<string>();
  const marks: Mark[] = [];
  const done = new Set(['ent_usr', 'ent_org', 'role']);
  tables.delete('ent_usr');
  tables.delete('ent_org');
  while (tables.size > 0) {
    const next = [...tables].find(([table, of]) =>
      of.every(
        ({ references }) => !references || references === table || done.has(references) || leftOut.includes(references),
      ),
    );
    if (!next) throw new Error(`These tables reference each other: ${[...tables.keys()].join(', ')}`);
    const [table, of] = next;
    for (const [place, owner] of owners.entries())
      for (const [number, variant] of (variants[table] ?? [{}]).entries()) {
        const row: Record<string, unknown> = {};
        for (const column of of) {
          const given = variant[column.name] ?? always[`${table}.${column.name}`];
          if (column.isIdentity) continue;
          if (given) row[column.name] = given(owner);
          else if (column.references === 'ent_usr' || column.name === 'ent_usr_id') row[column.name] = owner.userId;
          else if (column.references === 'ent_org') row[column.name] = owner.organisationId;
          else if (column.references === 'role') row[column.name] = 4;
          else if (column.references === table) row[column.name] = null;
          else if (column.references) row[column.name] = ids.get(`${column.references} ${place}`)?.[0];
          else if (column.name === 'event_id') row[column.name] = ids.get(`audit_entry ${place}`)?.[0];
          else if (column.name === 'ent_org_id') row[column.name] = owner.organisationId;
          else
            row[column.name] = markedValue(
              column,
              owner,
              100 + 10 * number + place,
              columns.indexOf(column) * owners.length + place,
            );
        }
        for (const [name, value] of Object.entries(row)) {
          const forms = formsOf(value, `${owner.mark} ${table}.${name}`);
          if (forms.length > 0) marks.push({ column: `${table}.${name}`, owner, forms });
        }
        const names = Object.keys(row);
        const { rows } = await sql<{ id?: unknown; row: string }>`
          insert into ${sql.table(table)} as t (${sql.join(names.map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))}) on conflict do nothing returning to_jsonb(t) -> 'id' as id, to_jsonb(t)::text as row`.execute(
          db,
        );
        const key = `${table} ${place}`;
        ids.set(key, [...(ids.get(key) ?? []), ...rows.map(({ id }) => id)]);
        if (place === 0) for (const { row } of rows) ofFirst.add(row);
      }
    done.add(table);
    tables.delete(table);
  }
  return { ofFirst, marks };
}

/** All rows of all tables as JSON, by table. */
export async function readAllRows(db: Kysely<Database>): Promise<Map<string, string[]>> {
  const tables = new Set((await readColumns(db)).map(({ table }) => table));
  const found = new Map<string, string[]>();
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} as t`.execute(
      db,
    );
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
