import { type Kysely, sql } from 'kysely';
import { isBeforeBaseline } from './baseline.ts';
import type { Database } from './schema.ts';

/** A migration that a database has. */
interface AppliedMigration {
  name: string;
  /** What a release must know to run on this database without knowing this migration; null: it does not run. */
  compatible_from: string | null;
}

/** The migrations of a database, in order. */
export async function readAppliedMigrations(db: Kysely<Database>): Promise<AppliedMigration[]> {
  const table = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!table.rows[0]?.found) return [];
  const { rows } = await sql<AppliedMigration>`select name, to_jsonb(one) ->> 'compatible_from' as compatible_from
    from kysely_migration one order by name`.execute(db);
  return rows;
}

/** The migrations of later releases, and the first of them with which a release of the `known` ones cannot run. */
export function findLater(applied: readonly AppliedMigration[], known: object) {
  const isKnown = (name: string | null) => name !== null && Object.hasOwn(known, name);
  const later = applied.filter(({ name }) => !isKnown(name) && !isBeforeBaseline(name));
  const incompatible = later.find(({ compatible_from }) => !isKnown(compatible_from));
  return { later: later.map(({ name }) => name), incompatible: incompatible?.name };
}

/** Marks migrations without a mark. */
export async function markCompatible(db: Kysely<Database>, names: readonly string[], from: string): Promise<void> {
  await sql`update kysely_migration set compatible_from = ${from}
    where name = any(${names}::text[]) and compatible_from is null`.execute(db);
}
