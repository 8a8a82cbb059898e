import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** From here on this platform says that it is not ready and asks clients to leave; what is under way goes on. */
    drain(): void;
  }
}

/** `/health/live`: the process answers. `/health/ready`: it should be sent work; it does not look upstream. */
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
