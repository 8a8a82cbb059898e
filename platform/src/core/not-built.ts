import type { Call } from '@console/contract/call';
import { type CallName, calls } from '@console/contract/calls/all';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The declared calls that still answer 501. The list may only shrink. */
    callsNotBuilt: CallName[];
  }
}

/** Remembers which declared calls the routes registered from here on serve; the answer gives all others a route that says 501. */
export function watchCalls(app: FastifyInstance): () => void {
  const built = new Set<string>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.call) built.add(config.call);
  });
  return () => {
    const missing = Object.values(calls as Record<string, Call>).filter(({ name }) => !built.has(name));
    for (const { method, path, access } of missing)
      app.route({
        method,
        url: path,
        config: { access, notBuilt: `${method} ${path}` },
        // Never reached: it is refused before its body is read.
        handler: async () => ({}),
      });
    app.decorate('callsNotBuilt', missing.map(({ name }) => name) as CallName[]);
  };
}
