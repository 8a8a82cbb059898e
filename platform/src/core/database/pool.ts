import pg from 'pg';
import { minuteMs } from '../base/clock.ts';

/** Settings that the console relies on, as rows of SQL; a role, database or server can differ. */
const relied = `('DateStyle', 'ISO, MDY'), ('TimeZone', 'UTC'), ('standard_conforming_strings', 'on'), ('array_nulls', 'on'),
  ('extra_float_digits', '1'), ('default_transaction_isolation', 'read committed'), ('lock_timeout', '0'),
  ('idle_session_timeout', '0'), ('transaction_timeout', '0')`;

/** Rows of the settings that differ in the connection, among those that the server knows. */
const otherThan = (more: string | undefined) =>
  `(values ${[relied, more ?? []].flat()}) as wanted (name, value) where current_setting(name, true) <> value`;

/** Settings that differ although they were set, as text or null. Only a superuser turns triggers off and on. */
export const otherSettings = `(select string_agg(name || ' = ' || current_setting(name), ', ')
  from ${otherThan("('session_replication_role', 'origin')")})`;

/** Connections with the console's settings and `settings` (rows of SQL), set by a statement: PgBouncer rejects startup parameters. */
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
    // A new connection plans each prepared statement six times, which can take seconds in total.
    idleTimeoutMillis: 10 * minuteMs,
    // Some networks drop idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: minuteMs,
    ...config,
    onConnect: async (client) => void (await client.query(set)),
  });
  // The pool listens to idle clients only; an unhandled error of a client in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // Emitted after the listener above, and fatal without a listener.
  pool.on('error', () => {});
  return pool;
}
