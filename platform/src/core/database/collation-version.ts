import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** A collation that this machine sorts differently from when the indexes were created. */
interface ChangedCollation {
  /** Quoted for a statement; `default` is that of the database. */
  name: string;
  stored: string;
  actual: string;
}

/** Changed collations and the statements to repair them, in order. */
export interface ChangedCollations {
  collations: ChangedCollation[];
  repair: string[];
}

/** Finds collations with another version than their indexes: lists miss rows, and unique indexes accept duplicates. Needs PostgreSQL 15. */
export async function findChangedCollations(db: Kysely<Database>): Promise<ChangedCollations> {
  const { rows } = await sql<ChangedCollation & { refresh: string; reindex: string }>`
    with changed as (
      select format('%I.%I', nspname, collname) as name, collversion as stored,
        pg_collation_actual_version(pg_collation.oid) as actual, 'alter collation %s refresh version' as refresh
      from pg_collation inner join pg_namespace on pg_namespace.oid = collnamespace
      where (collname = 'words' and nspname = current_schema())
        or exists (select from pg_index inner join pg_class on pg_class.oid = indrelid
          where relnamespace = current_schema()::regnamespace and pg_collation.oid = any(indcollation))
        or exists (select from pg_attribute inner join pg_class on pg_class.oid = attrelid
          where relnamespace = current_schema()::regnamespace and attcollation = pg_collation.oid)
      union all
      select 'default', datcollversion, pg_database_collation_actual_version(oid),
        'alter database ' || quote_ident(datname) || ' refresh collation version'
      from pg_database where datname = current_database())
    select name, stored, actual, format(refresh, name) as refresh,
      format('reindex database concurrently %I', current_database()) as reindex
    from changed where stored <> actual order by name`.execute(db);
  const [first] = rows;
  return {
    collations: rows.map(({ name, stored, actual }) => ({ name, stored, actual })),
    repair: first ? [first.reindex, ...rows.map(({ refresh }) => refresh)] : [],
  };
}
