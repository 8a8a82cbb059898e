import { passkeysCalls } from '@console/contract/calls/passkeys';
import type { FastifyInstance } from 'fastify';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { clientDevice } from '../core/base/client-device.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { addPasskey, findPasskeys, removePasskey, startPasskey } from './change-passkeys.ts';

export function passkeysRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, passkeysCalls.passkeys, {}, async ({ caller }) => ({
    passkeys: await findPasskeys(db, personOf(caller)),
  }));

  route(app, passkeysCalls.newPasskey, {}, ({ caller }) => startPasskey(services, caller));

  route(app, passkeysCalls.addPasskey, {}, async ({ caller, body, request }) => ({
    passkey: await addPasskey(services, caller, {
      ...body,
      device: clientDevice(request, settings.trustedGateways),
    }),
  }));

  route(app, passkeysCalls.removePasskey, {}, async ({ caller, body }) => ({
    passkey: await removePasskey(services, caller, parseId(body.passkey_id)),
  }));
}
