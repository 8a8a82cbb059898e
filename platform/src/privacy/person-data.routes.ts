import { personDataCalls } from '@console/contract/calls/person-data';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { openPersonData, startPersonDataCopy } from './copy-person-data.ts';

/** Has no action, because every user can copy their own data. */
export function personDataRoutes(app: FastifyInstance, services: Services): void {
  if (!services.settings.extensions) return;
  const { startPersonDataCopy: start, personData } = personDataCalls;

  route(app, start, { refusedAs: start.event }, ({ caller, body }) =>
    startPersonDataCopy(services, caller, parseId(body.user_id)),
  );

  route(app, personData, { refusedAs: personData.event }, async ({ caller, body, reply }) => {
    // The stream writes the declared response itself.
    return reply.type('application/json').send(await openPersonData(services, caller, body.token)) as never;
  });
}
