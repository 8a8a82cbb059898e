import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { Database } from '../core/database/schema.ts';

/** What a platform and its database say to each other. */
export interface Queries {
  plugin: KyselyPlugin;
  /** What was sent since this was last asked. */
  taken(db: Kysely<Database>): CompiledQuery[];
  /** Has this done between the answer to one of the next queries, the first being 0, and what the platform does with it. */
  after(nth: number, act: () => Promise<unknown>): void;
}

/** A plugin that keeps what is sent. */
export function keepQueries(): Queries {
  type Sent = Parameters<KyselyPlugin['transformQuery']>[0];
  // Parts of a query come by as well; an answer comes for the whole only.
  const nodes = new WeakMap<Sent['queryId'], Sent['node']>();
  let kept: Sent[] = [];
  let waiting: { left: number; act: () => Promise<unknown> } | undefined;
  return {
    plugin: {
      transformQuery: (sent) => {
        nodes.set(sent.queryId, sent.node);
        return sent.node;
      },
      transformResult: async ({ result, queryId }) => {
        const node = nodes.get(queryId);
        if (node) kept.push({ node, queryId });
        if (waiting?.left === 0) {
          const { act } = waiting;
          waiting = undefined;
          await act();
        } else if (waiting) waiting.left -= 1;
        return result;
      },
    },
    taken: (db) => {
      const queries = kept.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId));
      kept = [];
      return queries;
    },
    after: (left, act) => {
      waiting = { left, act };
    },
  };
}
