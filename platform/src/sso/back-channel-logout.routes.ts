import { backChannelLogoutCalls as calls } from '@console/contract/calls/back-channel-logout';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { clientDevice } from '../core/base/client-device.ts';
import { route } from '../core/http/route.ts';
import { endSessionsByProvider } from './back-channel-logout.ts';
import { createProviderKeys } from './provider-keys.ts';

export function backChannelLogoutRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;
  const keys = createProviderKeys(services);

  route(app, calls.backChannelLogout, {}, async ({ body, request }) => {
    const { address } = clientDevice(request, settings.trustedGateways);
    const given = { guid: body.organisation, token: body.logout_token, address, requestId: request.id };
    await endSessionsByProvider(services, keys, given);
    return {};
  });
}
