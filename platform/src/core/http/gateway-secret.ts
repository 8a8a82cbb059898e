import { createHash, timingSafeEqual } from 'node:crypto';
import { gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
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

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();
