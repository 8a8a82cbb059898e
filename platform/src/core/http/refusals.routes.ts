import { createHash, timingSafeEqual } from 'node:crypto';
import { extensionCalls, gatewaySecretHeader } from '@console/contract/calls/extensions';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../access/services.ts';
import { forbidden } from '../base/failure.ts';
import { route } from './route.ts';

/** Accepts refusals that gateways report, authenticated by the shared secret; without one the call does not exist. */
export function serveRefusalReports(app: FastifyInstance, { settings, refusals }: Services): void {
  const secrets = settings.gatewaySecrets.map(digest);
  if (!settings.extensions || secrets.length === 0) return;
  const isShared = (given: unknown) =>
    typeof given === 'string' && secrets.map((secret) => timingSafeEqual(digest(given), secret)).includes(true);
  const before = async (headers: Record<string, unknown>) => {
    if (!isShared(headers[gatewaySecretHeader])) throw forbidden();
  };
  route(app, extensionCalls.reportRefusals, { before: ({ headers }) => before(headers) }, async ({ body }) => {
    await refusals.recordGatewayRefusals(body.refusals);
    return {};
  });
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
