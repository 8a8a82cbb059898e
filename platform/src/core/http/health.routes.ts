import type { FastifyInstance } from 'fastify';
import type { DatabaseWatch } from '../database/database-watch.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports not ready and asks clients to disconnect from now on; requests in progress continue. */
    drain(): void;
  }
}

/** `/health/live`: the process answers. `/health/ready`: it accepts work, for which it needs its database and nothing else; while that is away for a moment, work waits. */
export function serveHealth(app: FastifyInstance, database: DatabaseWatch): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.addHook('preClose', async () => app.drain());
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  // A load balancer asks each second.
  const silent = { logLevel: 'silent' } as const;
  app.get('/health/live', silent, async () => ({ status: 'ok' }));
  app.get('/health/ready', silent, async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    if (!(await database.isUsable())) return reply.code(503).send({ status: 'no database' });
    return { status: 'ok' };
  });
}
