import { organisationsCalls } from '@console/contract/calls/organisations';
import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../core/client-address.ts';
import { toEntUsr } from '../core/ent-usr.ts';
import { unauthenticated } from '../core/failure.ts';
import { attemptOf } from '../core/idempotency.ts';
import { route } from '../core/route.ts';
import type { Services } from '../core/services.ts';
import { completeOrganiser, createOrganiser } from './create-organiser.ts';
import { userInput } from './user-form.ts';

/** The people who answer for new organisations. */
export function organiserRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;

  const { createOrganiser: call } = organisationsCalls;
  const body = call.body.extend({ ent_usr: userInput });
  route(app, { ...call, body }, {}, async ({ caller, body: { ent_usr, reset_password_token: token }, request }) => {
    const from = { address: clientAddress(request, settings.trustedGateways), requestId: request.id };
    if (token !== undefined && (token !== '' || !caller))
      return { user: toEntUsr(await completeOrganiser(services, { ...from, token }, ent_usr)) };
    if (!caller) throw unauthenticated();
    const given = { input: ent_usr, attempt: attemptOf(services, request, caller, call.name) };
    return { user: toEntUsr(await createOrganiser(services, caller, request.id, given)) };
  });
}
