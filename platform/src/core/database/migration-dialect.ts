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

/**
 * Kysely's lock is one of the session: a pooler such as PgBouncer gives the connection to others before it is released, and every later start would wait for it. `migrate` has one of its own.
 */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const failedTransaction = '25P02';

/** For each migration Kysely asks twice for all tables, to see whether its own are there. Their columns, which it does not read, would take longer than most migrations. */
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
        // After a `create` that failed, Kysely looks whether another process has created the table. Only without it does it throw the cause.
        if (error.code !== failedTransaction) throw error;
        return { rows: [] };
      });
    return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }));
  }
}

/** For the database of a server that is given to `migrate`. */
export class MigrationDialect extends PostgresDialect {
  override createAdapter(): AdapterWithoutLock {
    return new AdapterWithoutLock();
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationIntrospector(db);
  }
}

/** For the embedded database, which `migrate` gets too. */
export class EmbeddedDialect extends PGliteDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationIntrospector(db);
  }
}
