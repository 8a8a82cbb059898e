import { erasureCalls } from '@console/contract/calls/erasure';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { toListedUserResponse } from '../security/user-factors.ts';
import { erasePerson, planErasure } from './erase-person.ts';

const action = 'privacy:erase';

export function erasureRoutes(app: FastifyInstance, services: Services): void {
  if (!services.settings.extensions) return;

  route(app, erasureCalls.personErasure, { action }, async ({ caller, query }) => ({
    personErasure: await planErasure(services, caller, parseId(query.userId)),
  }));

  route(app, erasureCalls.erasePerson, { action }, async ({ caller, body }) => {
    const given = { userId: parseId(body.user_id), email: body.email };
    const user = await erasePerson(services, caller, given, (line) => app.log.warn(line, 'personal data erased'));
    return { user: toListedUserResponse(caller)(user) };
  });
}
