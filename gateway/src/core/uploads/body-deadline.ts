import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const deadlineMs = 30_000;
const unhurried = new WeakSet<IncomingMessage>();

/** Exempts a request that has its own deadline. */
export const letItTakeItsTime = (request: IncomingMessage): void => void unhurried.add(request);

/** Destroys a request that does not arrive completely in time. Node's own limit applies to all requests and must leave time for uploads. */
export function bodyDeadline(app: FastifyInstance, ms = deadlineMs): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done();
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete && !unhurried.has(raw)) raw.destroy();
    }, ms);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
