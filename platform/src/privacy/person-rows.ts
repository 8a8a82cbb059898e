import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, tables } from '../core/database/schema.ts';
import type { PersonRows, Table } from '../core/database/table.ts';
import { leadsTo } from './row-path.ts';

export interface CopiedPerson {
  id: number;
  email: string;
  homeId: number | null;
  /** Null for the data of all organisations. */
  organisationId: number | null;
}

/** Copied rows, and the columns they leave out. */
interface CopiedRows extends PersonRows {
  by: string;
  /** Null if the person's own organisation holds the rows. */
  holders: readonly string[] | null;
  columns: readonly string[];
}

export function kindsOf({ columns, organisation, person }: Table): CopiedRows[] {
  if ('reason' in person) return [];
  const copied = Object.keys(columns).filter((name) => columns[name]?.treatment === 'copied');
  const direct = organisation.filter((path) => !path.includes('>ent_usr'));
  return person.map((kind) => ({
    ...kind,
    by: kind.by ?? 'ent_usr_id',
    holders: kind.of === 'home' || (!kind.of && direct.length === 0) ? null : (kind.of ?? direct),
    columns: kind.columns ?? copied.filter((name) => !kind.without?.includes(name)),
  }));
}

/** Columns that the copy leaves out, by reason, without those that only find its rows. */
export function leftOutOf(table: Table): { name: string; reason: string }[] {
  const { columns, person } = table;
  const names = Object.keys(columns);
  if ('reason' in person) return person.isSaid ? names.map((name) => ({ name, reason: person.reason })) : [];
  const found = kindsOf(table).flatMap(({ by, holders }) => [by, ...(holders ?? [])].map((path) => path.split('>')[0]));
  return names.flatMap((name) => {
    const reason = columns[name]?.leftOut ?? null;
    return reason === null || found.includes(name) ? [] : [{ name, reason }];
  });
}

const batch = 500;
type Row = Record<string, unknown>;

/** Rows of one kind in batches, one statement each, so that a slow reader holds no snapshot that blocks vacuum. */
export async function* personRows(
  db: Kysely<Database>,
  table: string,
  kind: CopiedRows,
  person: CopiedPerson,
): AsyncGenerator<Row[]> {
  const columns = visibleColumns(kind, person);
  if (columns === null) return;
  const where = sql.join([isOfPerson(kind, person), ...isHeldBy(kind, person)], sql` and `);
  const read = async (condition: RawBuilder<unknown>) => {
    const list = sql.join(columns.map(selected));
    const { rows } = await sql<Row>`select ${list} from ${sql.table(table)} as t where ${condition}`.execute(db);
    return rows.map(withoutOthers);
  };
  if (!columns.includes('id')) {
    const rows = await read(where);
    if (rows.length > 0) yield rows;
    return;
  }
  // All ids at once: pages in their order would scan a large table for a person with few rows.
  const { rows } = await sql<{
    id: unknown;
  }>`select id from ${sql.table(table)} as t where ${where} order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  const type = sql.raw(typeof ids[0] === 'string' ? 'uuid[]' : 'bigint[]');
  for (let start = 0; start < ids.length; start += batch)
    yield await read(sql`t.id = any(${ids.slice(start, start + batch)}::${type}) order by t.id`);
}

/** Hides columns of rows that the external user's own organisation holds from another organisation. */
function visibleColumns(
  { holders, columns, toOthers, toOthersWithoutHome = [] }: CopiedRows,
  { homeId, organisationId }: CopiedPerson,
) {
  const isOwn = organisationId === null || organisationId === homeId;
  if (isOwn || holders) return columns;
  return toOthers ? [...toOthers, ...(homeId === null ? toOthersWithoutHome : [])] : null;
}

const roles = ['role_id', 'new_role_id'];

/** Selects a column; a role by its label. */
const selected = (column: string): RawBuilder<unknown> =>
  roles.includes(column)
    ? sql`(select label from role where role.id = ${sql.ref(`t.${column}`)}) as ${sql.ref(column.replace('_id', ''))}`
    : sql`${sql.ref(`t.${column}`)}`;

function isOfPerson({ by, is }: CopiedRows, { id, email }: CopiedPerson) {
  if (is === 'email') return sql`${sql.ref(`t.${by}`)} in (${email}, lower(${email}))`;
  if (is === 'target') return sql`t.target_type = 'ent_usr' and ${sql.ref(`t.${by}`)} = ${String(id)}`;
  return leadsTo(by, id);
}

function isHeldBy({ holders }: CopiedRows, { organisationId }: CopiedPerson) {
  if (!holders || organisationId === null) return [];
  return [
    sql`(${sql.join(
      holders.map((path) => leadsTo(path, organisationId)),
      sql` or `,
    )})`,
  ];
}

const ownFields = new Set(kindsOf(tables.ent_usr).flatMap(({ columns }) => columns));

/** Leaves out other people: in an event other fields' values, in a provider's user the manager. */
function withoutOthers(row: Row): Row {
  const copy = { ...row };
  for (const column of ['before', 'after'])
    if (isRecord(copy[column]))
      copy[column] = Object.fromEntries(Object.entries(copy[column]).filter(([field]) => ownFields.has(field)));
  if (isRecord(copy.other)) copy.other = withoutManager(copy.other);
  return copy;
}

const withoutManager = (value: Row): Row =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      /^manager/i.test(key) ? [] : [[key, isRecord(inner) ? withoutManager(inner) : inner]],
    ),
  );

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
