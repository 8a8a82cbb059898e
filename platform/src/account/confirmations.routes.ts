import { confirmationsCalls } from '@console/contract/calls/confirmations';
import type { FastifyInstance } from 'fastify';
import { findConfirmationWays } from '../core/access/confirmation-ways.ts';
import type { Services } from '../core/access/services.ts';
import { route } from '../core/http/route.ts';
import { confirmWithPasskey, passkeyConfirmationOptions } from './confirm-with-passkey.ts';

/** Acts that are confirmed without a password; extensions. */
export function confirmationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, confirmationsCalls.confirmationWays, {}, async ({ caller }) => {
    const ways = await findConfirmationWays(db, caller.userId);
    return { confirmationWays: caller.sessionId === undefined ? ways.filter((way) => way === 'PASSWORD') : ways };
  });

  route(app, confirmationsCalls.newConfirmation, {}, async ({ caller }) => ({
    options: await passkeyConfirmationOptions(services, caller),
  }));

  route(app, confirmationsCalls.confirmWithPasskey, {}, async ({ caller, body }) => ({
    valid_until: await confirmWithPasskey(services, caller, body),
  }));
}
