import { gatewayProofHeader, type ProofResponse } from '@console/server-base/gateway-proof';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import type { DatabaseWatch } from '../database/database-watch.ts';
import { gatewayProofOf } from './gateway-secret.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on reports not ready and asks clients to disconnect; current requests continue. */
    drain(): void;
  }
}

/** Used by a gateway's `doctor`, because refused reports would be in the audit log. */
function responseProof(
  request: FastifyRequest,
  { extensions, gatewaySecrets }: Services['settings'],
): ProofResponse | null {
  if (!extensions || gatewaySecrets.length === 0 || request.headers[gatewayProofHeader] === undefined) return null;
  return gatewayProofOf(request, gatewaySecrets) === null ? 'refused' : 'accepted';
}

/** `/health/live`: the process responds. `/health/ready`: its database is up; short outages only delay work. */
export function serveHealth(
  app: FastifyInstance,
  { settings }: Pick<Services, 'settings'>,
  database: DatabaseWatch,
): void {
  let draining = false;
  app.decorate('drain', () => {
    draining = true;
  });
  app.addHook('preClose', async () => app.drain());
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  // A load balancer polls every second.
  const silent = { logLevel: 'silent', exposeHeadRoute: true } as const;
  app.get('/health/live', silent, async () => ({ status: 'ok' }));
  app.get('/health/ready', silent, async (request, reply) => {
    const answer = responseProof(request, settings);
    if (answer) reply.header(gatewayProofHeader, answer);
    if (draining) return reply.code(503).send({ status: 'draining' });
    if (!(await database.isUsable())) return reply.code(503).send({ status: 'no database' });
    return { status: 'ok' };
  });
}
