import type { PGlite } from '@electric-sql/pglite';
import {
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  type Kysely,
  PGliteDialect,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type TableMetadata,
} from 'kysely';
import { withPreparedStatements } from './prepare-embedded.ts';

/** Kysely's lock is of the session: behind a pooler such as PgBouncer it might never be released. `migrate` locks itself. */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const failedTransaction = '25P02';

/** Kysely reads all tables twice per migration to find its own. Leaving out their columns saves most of that time. */
class MigrationIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    if (!options?.withInternalKyselyTables) return super.getTables(options);
    const { rows } = await sql<{ schema: string; name: string }>`select schemaname as schema, tablename as name
      from pg_tables where schemaname = current_schema()`
      .execute(this.#db)
      .catch((error: { code?: unknown }) => {
        // Kysely hides the cause of a failed `create` if this query succeeds, so throw its error.
        if (error.code !== failedTransaction) throw error;
        return { rows: [] };
      });
    return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }));
  }
}

export class MigrationDialect extends PostgresDialect {
  override createAdapter(): AdapterWithoutLock {
    return new AdapterWithoutLock();
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationIntrospector(db);
  }
}

export class EmbeddedDialect extends PGliteDialect {
  constructor({ pglite }: { pglite: PGlite }) {
    super({ pglite: withPreparedStatements(pglite) });
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationIntrospector(db);
  }
}
