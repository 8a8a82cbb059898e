import { createHash, timingSafeEqual } from 'node:crypto';
import { gatewayReportCalls, gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import { gatewayProofHeader, isGatewayProof } from '@console/server-base/gateway-proof';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { isTrustedGateway } from '../base/client-address.ts';
import { minuteMs } from '../base/clock.ts';
import { forbidden } from '../base/failure.ts';

/** Rejects a report without the gateways' shared secret; null if none is set, so that the call does not exist. */
export function requireGatewaySecret({ settings, clock }: Pick<Services, 'settings' | 'clock'>) {
  const secrets = settings.gatewaySecrets.map(digest);
  if (!settings.extensions || secrets.length === 0) return null;
  const isShared = (given: unknown) =>
    typeof given === 'string' && secrets.map((secret) => timingSafeEqual(digest(given), secret)).includes(true);
  let saidAt = Number.NEGATIVE_INFINITY;
  return async (request: FastifyRequest): Promise<void> => {
    if (isShared(request.headers[gatewaySecretHeader])) return;
    const now = clock().getTime();
    if (isReportWithOutdatedSecret(request, settings) && now - saidAt >= minuteMs) {
      saidAt = now;
      request.log.error('a gateway has a different GATEWAY_SECRET: set the same value for gateway and platform');
    }
    throw forbidden();
  };
}

const reportCalls: ReadonlySet<string> = new Set(Object.values(gatewayReportCalls).map(({ name }) => name));

/** Whether a gateway with another secret sent the report. It is not an intruder, and its refusals would fill the audit log. */
export function isReportWithOutdatedSecret(
  request: FastifyRequest,
  { trustedGateways }: Services['settings'],
): boolean {
  const isReport = reportCalls.has(request.routeOptions.config.call ?? '');
  return isReport && Boolean(request.headers[gatewaySecretHeader]) && isTrustedGateway(request, trustedGateways);
}

/** Proof of the sending gateway; null for any other sender. */
export function gatewayProofOf({ id, headers }: FastifyRequest, secrets: readonly string[]): string | null {
  const proof = String(headers[gatewayProofHeader] ?? '');
  return secrets.some((secret) => isGatewayProof(secret, id, proof)) ? proof : null;
}

/** Rejects reports without a gateway's proof; null if no secret is set, so that the call does not exist. */
export function requireGatewayProof({ settings }: Pick<Services, 'settings'>) {
  const { extensions, gatewaySecrets } = settings;
  if (!extensions || gatewaySecrets.length === 0) return null;
  return async (request: FastifyRequest): Promise<void> => {
    if (gatewayProofOf(request, gatewaySecrets) === null) throw forbidden();
  };
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
