import { confirmationsCalls } from '@console/contract/calls/confirmations';
import type { FastifyInstance } from 'fastify';
import { findConfirmationMethods } from '../core/access/confirmation-methods.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { route } from '../core/http/route.ts';
import { confirmWithPasskey, passkeyConfirmationOptions } from './confirm-with-passkey.ts';

export function confirmationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, confirmationsCalls.confirmationMethods, {}, async ({ caller }) => {
    const ways = await findConfirmationMethods(db, personOf(caller));
    return { confirmationMethods: caller.sessionId === undefined ? ways.filter((way) => way === 'PASSWORD') : ways };
  });

  route(app, confirmationsCalls.newConfirmation, {}, async ({ caller }) => ({
    options: await passkeyConfirmationOptions(services, caller),
  }));

  route(app, confirmationsCalls.confirmWithPasskey, {}, async ({ caller, body }) => ({
    confirmedUntil: await confirmWithPasskey(services, caller, body),
  }));
}
