import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** The queries between a platform and its database. */
export interface Queries {
  plugin: KyselyPlugin;
  /** The queries since the last call. */
  taken(db: Kysely<Database>): CompiledQuery[];
  /** Runs `action` after the result of the nth of the next queries (from 0) and before the platform gets it. */
  after(nth: number, action: () => Promise<unknown>): void;
}

/** A plugin that records queries. */
export function recordQueries(): Queries {
  type Sent = Parameters<KyselyPlugin['transformQuery']>[0];
  // The plugin also sees parts of a query; only a complete query has a result.
  const nodes = new WeakMap<Sent['queryId'], Sent['node']>();
  let recorded: Sent[] = [];
  let waiting: { left: number; action: () => Promise<unknown> } | undefined;
  return {
    plugin: {
      transformQuery: (sent) => {
        nodes.set(sent.queryId, sent.node);
        return sent.node;
      },
      transformResult: async ({ result, queryId }) => {
        const node = nodes.get(queryId);
        if (node) recorded.push({ node, queryId });
        if (waiting?.left === 0) {
          const { action } = waiting;
          waiting = undefined;
          await action();
        } else if (waiting) waiting.left -= 1;
        return result;
      },
    },
    taken: (db) => {
      const queries = recorded.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId));
      recorded = [];
      return queries;
    },
    after: (left, action) => {
      waiting = { left, action };
    },
  };
}
