import { organisationsCalls } from '@console/contract/calls/organisations';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { clientAddress } from '../core/base/client-address.ts';
import { unauthenticated } from '../core/base/failure.ts';
import { toUserResponse } from '../core/database/user-response.ts';
import { readIdempotencyKey } from '../core/http/idempotency.ts';
import { route } from '../core/http/route.ts';
import { completeInvitedOrganiser, createOrganiser } from './create-organiser.ts';
import { userInput } from './user-form.ts';

export function organiserRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;

  const { createOrganiser: call } = organisationsCalls;
  const body = call.body.extend({ ent_usr: userInput });
  route(app, { ...call, body }, { refusedAs: call.event }, async ({ caller, body: given, request }) => {
    const { ent_usr, reset_password_token: token } = given;
    if (token !== undefined && (token !== '' || !caller)) {
      const address = clientAddress(request, settings.trustedGateways);
      const requestKey = readIdempotencyKey(services, request, call.name);
      const onboarding = { address, requestId: request.id, token, requestKey };
      const user = toUserResponse(await completeInvitedOrganiser(services, onboarding, ent_usr));
      return { user, ...(settings.extensions && { is_email_unsent: settings.smtpUrl === undefined }) };
    }
    if (!caller) throw unauthenticated();
    return { user: toUserResponse(await createOrganiser(services, caller, ent_usr)) };
  });
}
