import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const deadlineMs = 30_000;
const exempt = new WeakSet<IncomingMessage>();

export const exemptFromBodyDeadline = (request: IncomingMessage): void => void exempt.add(request);

/** Destroys a late request. Node's own limit applies to all requests and must leave time for uploads. */
export function enforceBodyDeadline(app: FastifyInstance, ms = deadlineMs): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done();
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete && !exempt.has(raw)) raw.destroy();
    }, ms);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
