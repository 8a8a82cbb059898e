import { scopeOf } from '@console/contract/access';
import { overviewCalls } from '@console/contract/calls/overview';
import type { FastifyInstance } from 'fastify';
import { authorizeOneOrAll } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { countOverview } from './count-overview.ts';

export function overviewRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  const action = 'overview:view';

  route(app, overviewCalls.overview, { action }, async ({ caller, query }) => {
    const organisationId = await authorizeOneOrAll(db, caller, action, query.org_id);
    const mayViewAssessments = scopeOf(caller, 'assessments:view') !== null;
    const scope = { organisationId, mayViewAssessments, probeEmail: settings.probeEmail };
    return readLists(services, async (source) => ({ overview: await countOverview(source, clock(), scope) }));
  });
}
