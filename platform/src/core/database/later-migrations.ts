import { type Kysely, sql } from 'kysely';
import { isBeforeBaseline } from './baseline.ts';
import type { Database } from './schema.ts';

interface AppliedMigration {
  name: string;
  /** Migration that a release must know to run on a database with this one; null: this migration itself. */
  compatible_from: string | null;
}

export async function readAppliedMigrations(db: Kysely<Database>): Promise<AppliedMigration[]> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!table.rows[0]?.found) return [];
  const { rows } = await sql<AppliedMigration>`select name, to_jsonb(one) ->> 'compatible_from' as compatible_from
    from kysely_migration one order by name`.execute(db);
  return rows;
}

/** Migrations of later releases, and the first of them that a release with only the `known` migrations cannot run with. */
export function findLater(applied: readonly AppliedMigration[], known: object) {
  const isKnown = (name: string | null) => name !== null && Object.hasOwn(known, name);
  const later = applied.filter(({ name }) => !isKnown(name) && !isBeforeBaseline(name));
  const incompatible = later.find(({ compatible_from }) => !isKnown(compatible_from));
  return { later: later.map(({ name }) => name), incompatible: incompatible?.name };
}

/** Sets `compatible_from` of migrations that have none. */
export async function markCompatible(db: Kysely<Database>, names: readonly string[], from: string): Promise<void> {
  await sql`update kysely_migration set compatible_from = ${from}
    where name = any(${names}::text[]) and compatible_from is null`.execute(db);
}
