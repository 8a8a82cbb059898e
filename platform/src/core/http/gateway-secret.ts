import { createHash, timingSafeEqual } from 'node:crypto';
import { gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import { gatewayProofHeader, isGatewayProof } from '@console/contract/gateway-proof';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { forbidden } from '../base/failure.ts';

/** Refuses a report without the secret that gateways share; null where there is none, so that the call does not exist. */
export function requireGatewaySecret({ settings }: Pick<Services, 'settings'>) {
  const secrets = settings.gatewaySecrets.map(digest);
  if (!settings.extensions || secrets.length === 0) return null;
  const isShared = (given: unknown) =>
    typeof given === 'string' && secrets.map((secret) => timingSafeEqual(digest(given), secret)).includes(true);
  return async ({ headers }: FastifyRequest): Promise<void> => {
    if (!isShared(headers[gatewaySecretHeader])) throw forbidden();
  };
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
