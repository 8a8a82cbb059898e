import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { restoreMark } from '../core/database/unfinished-restore.ts';

/** pg-boss creates its own tables; pending work is stored in the console's tables. */
export const queueSchema = 'pgboss';

/** Relations that belong to neither PostgreSQL nor an extension; `kinds` are those of pg_class. */
export async function listRelations<T>(
  db: Kysely<T>,
  kinds: readonly string[],
): Promise<{ schema: string; name: string }[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind::text = any(${kinds}::text[]) and nspname !~ '^pg_' and nspname <> 'information_schema'
      and pg_class.oid is distinct from to_regclass(${restoreMark})
      and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by 1, 2`.execute(db);
  return rows;
}

export async function countTableRows(db: Kysely<Database>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await listRelations(db, ['r'])) {
    if (schema === queueSchema) continue;
    const { rows } = await sql<{ count: string }>`select count(*)::text as count from ${sql.id(schema, name)}`.execute(
      db,
    );
    counts[`${schema}.${name}`] = Number(rows[0]?.count);
  }
  return counts;
}

export const sumRows = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
