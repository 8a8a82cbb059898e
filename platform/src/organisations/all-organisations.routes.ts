import { roleLevel } from '@console/contract/access';
import { type AttentionKind, attentionKinds } from '@console/contract/attention';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lists } from '@console/contract/lists';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { allowedOrganisations, auditedForbidden } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { parseFilters } from '../core/base/parse-filters.ts';
import { type ExportedList, parsePage } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { visibleAttentionKinds } from '../overview/attention.ts';
import { type OrganisationRow, toOrganisationResponse } from './organisation-response.ts';
import { organisationOrders, organisationsStore } from './organisations.store.ts';

const call = extensionCalls.allOrgs;

export function allOrganisationsRoutes(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  if (!settings.extensions) return;

  route(app, call, { action: 'organisations:list' }, async ({ caller, query }) => {
    const { storeIn, filter, order } = openOrganisations(services, caller, query);
    const page = parsePage(query, organisationOrders[order.by]);
    return readLists(services, async (source) => {
      const organisations = storeIn(source);
      const { rows, ...ends } = await organisations.list(filter, order, page);
      const { active_count, disable_count } = await organisations.count(filter);
      const totals = query.totals && (await organisations.totals(filter));
      const orgs = await toResponses(organisations, rows);
      return { orgs, total_count: active_count + disable_count, totals, ...ends };
    });
  });
}

export async function exportOrganisations(
  services: Services,
  caller: Caller,
  query: z.output<typeof call.query>,
  limit: number,
): Promise<ExportedList> {
  const { storeIn, filter, order } = openOrganisations(services, caller, query);
  return {
    ids: (db) => storeIn(db).ids(filter, order, limit),
    read: async (db, some) => toResponses(storeIn(db), await storeIn(db).byIds(some)),
    organisationId: null,
  };
}

function openOrganisations(services: Services, caller: Caller, query: z.output<typeof call.query>) {
  const { order_by: by = 'updated_at', direction = 'asc' } = query;
  const allowed = allowedOrganisations(caller, lists.organisations.action);
  const { attention, ...filter } = parseFilters(lists.organisations, query);
  return {
    storeIn: (db: Services['db']) => organisationsStore(db, allowed),
    filter: { ...filter, attention: attention && attentionFilter(services, caller, attention) },
    order: { by, direction },
  };
}

/** Throws an audited 403 for a kind that the caller does not see. */
function attentionFilter({ clock, settings }: Services, caller: Caller, kind: AttentionKind) {
  if (caller.role === null || !visibleAttentionKinds(caller, null).includes(kind))
    throw auditedForbidden(attentionKinds[kind].action, 'role', { type: 'call', id: 'attention' });
  const { role, userId: readerId } = caller;
  const { probeEmail } = settings;
  return { kind, scope: { now: clock(), organisationId: null, level: roleLevel(role), probeEmail, readerId } };
}

async function toResponses(organisations: ReturnType<typeof organisationsStore>, rows: OrganisationRow[]) {
  const organisers = await organisations.findOrganisers(rows);
  return rows.map((row) => toOrganisationResponse(row, organisers.get(row.organizer_id)));
}
