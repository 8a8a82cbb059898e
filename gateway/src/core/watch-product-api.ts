import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gatewayReportCalls, gatewaySecretHeader } from '@console/contract/calls/gateway-reports';
import { isLocalAddress } from '@console/server-base/settings';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Services } from './services.ts';

type Watched = Pick<Services, 'settings' | 'productApi' | 'capabilities' | 'secretNotice'>;

const deadlineMs = 2_000;
const pausesMs = { first: 1_000, longest: 60_000 };

/** Logs disagreements of gateway and product API. Either can start first. */
export function watchProductApi(services: Watched, log: FastifyBaseLogger, signal: AbortSignal): void {
  warnOfOneGateway(services, log);
  if (services.settings.gatewaySecrets.length > 0) void checkSecret(services, log, signal);
}

/** Only the first response shows that a second gateway would not know this one's state. */
function warnOfOneGateway({ settings, productApi }: Watched, log: FastifyBaseLogger): void {
  const { redisUrl, publicUrl, productApiExtensions } = settings;
  if (redisUrl !== undefined || isLocalAddress(publicUrl) || productApiExtensions === 'on') return;
  const warn = () =>
    log.warn('REDIS_URL is not set: exactly one gateway can run, because the product API has no extensions');
  if (productApiExtensions === 'off') warn();
  else productApi.onWithoutExtensions = warn;
}

/** Repeats until the product API accepts the secret, or takes no reports. */
async function checkSecret(services: Watched, log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  for (let ms = pausesMs.first; !(await isSettled(services, log)); ms = Math.min(2 * ms, pausesMs.longest)) {
    const isStopped = await pause(ms, false, { signal, ref: false }).catch(() => true);
    if (isStopped) return;
  }
}

async function isSettled({ productApi, capabilities, settings, secretNotice }: Watched, log: FastifyBaseLogger) {
  const context = { requestId: randomUUID(), clientAddress: 'gateway', log, deadlineMs };
  try {
    if (!(await capabilities.supports('extensions', context))) return !capabilities.isUnknown;
    const headers = { [gatewaySecretHeader]: settings.gatewaySecrets[0] ?? '' };
    await productApi.call(gatewayReportCalls.reportRefusals, { body: { refusals: [] } }, { ...context, headers });
    return true;
  } catch (thrown) {
    if (thrown instanceof GraphQLError && thrown.extensions.code === 'FORBIDDEN') secretNotice.refused();
    return false;
  }
}
