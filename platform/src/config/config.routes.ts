import { configCalls } from '@console/contract/calls/config';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { notificationFrequencies } from '../pending/notification-frequency.ts';
import { sendConfigPasscode } from './config-passcode.ts';
import { updateConfig } from './update-config.ts';

export function configRoutes(app: FastifyInstance, services: Services): void {
  const noti_frequency_list = notificationFrequencies.map((label) => ({ id: label, label }));
  route(app, configCalls.notificationFrequencyList, {}, async () => ({ noti_frequency_list }));

  route(app, configCalls.updateConfig, { action: 'config:edit' }, async ({ caller, body }) => ({
    ent_org: await updateConfig(services, caller, body),
  }));

  if (services.settings.extensions)
    route(app, extensionCalls.sendConfigPasscode, { action: 'config:edit' }, ({ caller, body }) =>
      sendConfigPasscode(services, caller, parseId(body.org_id)),
    );
}
