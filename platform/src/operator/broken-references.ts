import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';

interface Reference {
  table: string;
  columns: string[];
  target: string;
  target_columns: string[];
}

/** A sentence for each pair of tables with dangling references, which the database does not check during a restore. */
export async function findBrokenReferences(db: Kysely<Database>): Promise<string[]> {
  const broken: string[] = [];
  for (const { table, columns, target, target_columns } of await readReferences(db)) {
    const pairs = columns.map(
      (column, index) => sql`source.${sql.ref(column)} = target.${sql.ref(target_columns[index] ?? '')}`,
    );
    const given = columns.map((column) => sql`source.${sql.ref(column)} is not null`);
    const and = sql` and `;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} source
      where ${sql.join(given, and)}
        and not exists (select from ${sql.table(target)} target where ${sql.join(pairs, and)})`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0)
      broken.push(`${count} values of ${table}.${columns.join('+')} refer to rows that are missing from ${target}`);
  }
  return broken;
}

export const countReferences = async (db: Kysely<Database>): Promise<number> => (await readReferences(db)).length;

async function readReferences(db: Kysely<Database>): Promise<Reference[]> {
  const names = (keys: string, of: string) => sql`
    (select array_agg(attname::text order by place) from unnest(${sql.ref(keys)}) with ordinality as key (number, place)
     inner join pg_attribute on attrelid = ${sql.ref(of)} and attnum = key.number)`;
  const { rows } = await sql<Reference>`
    select source.relname as table, target.relname as target,
      ${names('conkey', 'conrelid')} as columns, ${names('confkey', 'confrelid')} as target_columns
    from pg_constraint
    inner join pg_class source on source.oid = conrelid inner join pg_class target on target.oid = confrelid
    where contype = 'f' and source.relnamespace = quote_ident(current_schema())::regnamespace
    order by 1, conname`.execute(db);
  return rows;
}
