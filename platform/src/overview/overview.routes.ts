import { scopeOf } from '@console/contract/access';
import { overviewCalls } from '@console/contract/calls/overview';
import type { FastifyInstance } from 'fastify';
import {
  allowedOrganisations,
  auditedForbidden,
  authorizeExistingOrganisation,
  isOfAll,
} from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { countOverview } from './count-overview.ts';

/** The overview of all organisations or of one; an extension. */
export function overviewRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  const action = 'overview:view';

  route(app, overviewCalls.overview, { action }, async ({ caller, query }) => {
    const mayViewAssessments = scopeOf(caller, 'assessments:view') !== null;
    const countAll = (organisationId: number | null) =>
      readLists(services, async (source) => ({
        overview: await countOverview(source, clock(), {
          organisationId,
          mayViewAssessments,
          probeEmail: settings.probeEmail,
        }),
      }));
    if (query.org_id === undefined) {
      const target = { type: 'ent_org', id: null } as const;
      if (!isOfAll(allowedOrganisations(caller, action))) throw auditedForbidden(action, 'role', target);
      return countAll(null);
    }
    const organisationId = parseId(query.org_id);
    await authorizeExistingOrganisation(db, caller, action, organisationId);
    return countAll(organisationId);
  });
}
