import pg from 'pg';

/** How values are read and statements run, as rows of SQL; a role, a database or a server may have set it otherwise. */
const relied = `('DateStyle', 'ISO, MDY'), ('TimeZone', 'UTC'), ('standard_conforming_strings', 'on'), ('array_nulls', 'on'),
  ('extra_float_digits', '1'), ('default_transaction_isolation', 'read committed'), ('lock_timeout', '0'),
  ('idle_session_timeout', '0'), ('transaction_timeout', '0')`;

/** The rows that a connection has otherwise, of those that a server of its release has. */
const otherThan = (more: string | undefined) =>
  `(values ${[relied, more ?? []].flat()}) as wanted (name, value) where current_setting(name, true) <> value`;

/** What a connection has otherwise although it was set, as a text or null. Only a superuser turns triggers off, and on again. */
export const otherSettings = `(select string_agg(name || ' = ' || current_setting(name), ', ')
  from ${otherThan("('session_replication_role', 'origin')")})`;

/** Connections with the settings that the console relies on, and `settings`, which are rows of SQL too. They are set by a statement, because poolers such as PgBouncer refuse unknown startup parameters. */
export function createPool(
  config: pg.PoolConfig,
  { settings, onError = () => {} }: { settings?: string; onError?: ((error: Error) => void) | undefined } = {},
): pg.Pool {
  // count(*) is a number in the embedded database; the driver would return a string.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const set = `select set_config(name, value, false) from ${otherThan(settings)}`;
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 10_000,
    ...config,
    onConnect: async (client) => void (await client.query(set)),
  });
  // The pool listens to idle clients only; an unhandled error of a client in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // Emitted after the listener above, and fatal without a listener.
  pool.on('error', () => {});
  return pool;
}
