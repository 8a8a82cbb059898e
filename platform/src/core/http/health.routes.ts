import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports not ready and asks clients to disconnect from now on; requests in progress continue. */
    drain(): void;
  }
}

/** `/health/live`: the process answers. `/health/ready`: it accepts work; it checks no dependencies. */
export function serveHealth(app: FastifyInstance): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.addHook('preClose', async () => app.drain());
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) =>
    draining ? reply.code(503).send({ status: 'draining' }) : { status: 'ok' },
  );
}
