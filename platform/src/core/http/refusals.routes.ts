import { gatewayReportCalls } from '@console/contract/calls/gateway-reports';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../access/services.ts';
import { requireGatewaySecret } from './gateway-secret.ts';
import { route } from './route.ts';

/** Accepts refusals from gateways with the shared secret; without one the call does not exist. */
export function serveRefusalReports(app: FastifyInstance, services: Services): void {
  const before = requireGatewaySecret(services);
  if (!before) return;
  route(app, gatewayReportCalls.reportRefusals, { before }, async ({ body }) => {
    await services.refusals.recordGatewayRefusals(body.refusals);
    return {};
  });
}
