import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** How many statements a connection prepares. Each takes memory of the server, so one beyond them is parsed each time. */
const maxPrepared = 300;
/** Longer ones insert many rows, and hardly come again with the same number. */
const maxLength = 8_000;
/**
 * What is planned anew each time: a list or a search, because its best plan depends on its values, and all columns of a table, because another
 * platform's migration may add one while this connection is open.
 */
const plannedEachTime = /order by| like |(?<!\()\*/;

/** Lets the connections of a pool parse and plan a statement that comes again once instead of each time (docs/decisions/0031). */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string, values: readonly unknown[]) => {
    if (values.length === 0 || text.length > maxLength || plannedEachTime.test(text)) return undefined;
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `statement_${names.size}`);
    return names.get(text);
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ name: nameOf(text, values), text, values: [...values] });
      return { release: (destroy) => client.release(destroy), query: query as unknown as PostgresPoolClient['query'] };
    },
  };
}
