import { PostgresAdapter, PostgresDialect } from 'kysely';

/**
 * Kysely's lock is one of the session: a pooler such as PgBouncer gives the connection to others before it is released, and every later start would wait for it. `migrate` has one of its own.
 */
class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** For the database that is given to `migrate`. */
export class MigrationDialect extends PostgresDialect {
  override createAdapter(): AdapterWithoutLock {
    return new AdapterWithoutLock();
  }
}
