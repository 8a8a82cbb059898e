import { type Kysely, sql } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { withoutChecks } from './fixtures.ts';

// Copies the tables that have rows, and creates a function that restores the rows and the values of the sequences.
const save = sql`do $$ declare
  name text; columns text; place bigint; is_used boolean; has_rows boolean; restore text := '';
begin
  for name in select tablename from pg_tables
    where schemaname = 'public' and tablename <> 'role' and tablename not like 'kysely%' loop
    execute format('drop table if exists testing.%I', name);
    execute format('select exists (select from %I)', name) into has_rows;
    continue when not has_rows;
    execute format('create unlogged table testing.%I as table %I', name, name);
    select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '' into columns;
    restore := restore || format(
      'insert into %I (%s) overriding system value select %s from testing.%I;', name, columns, columns, name);
  end loop;
  for name in select seqrelid::regclass from pg_sequence loop
    execute format('select last_value, is_called from %s', name) into place, is_used;
    if is_used then restore := restore || format('perform setval(%L, %s);', name, place); end if;
  end loop;
  execute 'create or replace function testing.restore_rows() returns void language plpgsql as $body$ begin
    perform testing.empty_tables(); ' || restore || ' end $body$';
end $$`;
const restore = sql`select testing.restore_rows()`;

/** Saves all rows except lookup lists, for `restoreRows`. */
export const saveRows = (db: Kysely<Database>) => save.execute(db);

/** Restores the rows of `saveRows`, and deletes all other rows. */
export const restoreRows = (db: Kysely<Database>) => withoutChecks(db, (trx) => restore.execute(trx));
