import { extensionCalls } from '@console/contract/calls/extensions';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { allowedOrganisations } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { defaultPageLimit, parsePageRange } from '../core/database/list.ts';
import { toOrganisationAnswer } from '../core/database/organisation-answer.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { organisationOrders, organisationsStore } from './organisations.store.ts';

const call = extensionCalls.allOrgs;

/** The active and disabled organisations in one list; an extension. */
export function allOrganisationsRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'organisations:list' }, async ({ caller, query }) => {
    const { order_by: by = 'updated_at', direction = 'asc', limit = defaultPageLimit } = query;
    const allowed = allowedOrganisations(caller, 'organisations:list');
    const filter = parseOrganisationFilter(query);
    const page = parsePageRange({ ...query, limit }, organisationOrders[by]);
    return readLists(services, async (source) => {
      const organisations = organisationsStore(source, allowed);
      const { rows, ...ends } = await organisations.list(filter, { by, direction }, page);
      const { active_count, disable_count } = await organisations.count(filter);
      const organisers = await organisations.findOrganisers(rows);
      const orgs = rows.map((row) => toOrganisationAnswer(row, organisers.get(row.organizer_id)));
      const totals = query.totals && (await organisations.totals(filter));
      return { orgs, total_count: active_count + disable_count, totals, ...ends };
    });
  });
}

export const parseOrganisationFilter = ({ search, state, updated_since }: z.output<typeof call.query>) => ({
  search: search?.trim(),
  disabled: state && state === 'disabled',
  updatedSince: updated_since,
});
