import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const deadlineMs = 30_000;
const unhurried = new WeakSet<IncomingMessage>();

/** Says that somebody else watches over how this request comes in. */
export const letItTakeItsTime = (request: IncomingMessage): void => void unhurried.add(request);

/** Cuts a request that has not come whole in time. Node's own limit is one for all requests, and has to leave uploads the time they need. */
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
