import { createHash, timingSafeEqual } from 'node:crypto';
import { gatewayReportCalls, gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import { gatewayProofHeader, isGatewayProof } from '@console/server-base/gateway-proof';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { isTrustedGateway } from '../base/client-address.ts';
import { minuteMs } from '../base/clock.ts';
import { forbidden } from '../base/failure.ts';

/** Refuses a report without the secret that gateways share; null where there is none, so that the call does not exist. */
export function requireGatewaySecret({ settings, clock }: Pick<Services, 'settings' | 'clock'>) {
  const secrets = settings.gatewaySecrets.map(digest);
  if (!settings.extensions || secrets.length === 0) return null;
  const isShared = (given: unknown) =>
    typeof given === 'string' && secrets.map((secret) => timingSafeEqual(digest(given), secret)).includes(true);
  let saidAt = Number.NEGATIVE_INFINITY;
  return async (request: FastifyRequest): Promise<void> => {
    if (isShared(request.headers[gatewaySecretHeader])) return;
    const now = clock().getTime();
    if (hasOtherSecret(request, settings) && now - saidAt >= minuteMs) {
      saidAt = now;
      request.log.error('a gateway has a different GATEWAY_SECRET: set the same value for gateway and platform');
    }
    throw forbidden();
  };
}

const reportCalls: ReadonlySet<string> = new Set(Object.values(gatewayReportCalls).map(({ name }) => name));

/** Whether a request is the report of a gateway that was given another secret than this platform: it is not an intruder, and would fill the audit log. */
export function hasOtherSecret(request: FastifyRequest, { trustedGateways }: Services['settings']): boolean {
  const isReport = reportCalls.has(request.routeOptions.config.call ?? '');
  return isReport && Boolean(request.headers[gatewaySecretHeader]) && isTrustedGateway(request, trustedGateways);
}

/** The proof of the gateway that sent a request; null for any other sender. */
export function gatewayProofOf({ id, headers }: FastifyRequest, secrets: readonly string[]): string | null {
  const proof = String(headers[gatewayProofHeader] ?? '');
  return secrets.some((secret) => isGatewayProof(secret, id, proof)) ? proof : null;
}

/** Refuses what only a gateway reports of its callers, by its proof that it sent the request; null where there is no secret, so that the call does not exist. */
export function requireGatewayProof({ settings }: Pick<Services, 'settings'>) {
  const { extensions, gatewaySecrets } = settings;
  if (!extensions || gatewaySecrets.length === 0) return null;
  return async (request: FastifyRequest): Promise<void> => {
    if (gatewayProofOf(request, gatewaySecrets) === null) throw forbidden();
  };
}

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
