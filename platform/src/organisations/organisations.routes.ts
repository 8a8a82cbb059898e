import { decideAccess } from '@console/contract/access';
import { organisationSettingCalls } from '@console/contract/calls/organisation-settings';
import { organisationsCalls } from '@console/contract/calls/organisations';
import { organisationListParameters, unprefixed } from '@console/contract/list-parameters';
import { numberSettings } from '@console/contract/organisation-settings';
import type { FastifyInstance } from 'fastify';
import { allowedOrganisations, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { SortDirection } from '../core/database/keyset.ts';
import { hasAnyField, parsePageRange } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { settingRoute } from '../core/http/setting-route.ts';
import { type OrganisationRow, toConfigResponse, toOrganisationResponse } from './organisation-response.ts';
import { type OrganisationOrder, organisationOrders, organisationsStore } from './organisations.store.ts';

export function organisationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const { extensions } = settings;
  const list = omitExtensionUnless(organisationsCalls.orgList, organisationListParameters, extensions);
  route(app, list, { action: 'organisations:list' }, async ({ caller, query }) => {
    const allowed = allowedOrganisations(caller, 'organisations:list');
    const search = query.search?.trim();
    const activeOrder = orderOf(query.active_order_by ?? 'created_at', query.active_direction);
    const disabledOrder = orderOf(query.disable_order_by ?? 'updated_at', query.disable_direction);
    const activePage = parsePageRange(unprefixed('active', query), organisationOrders[activeOrder.by], 'active_');
    const disabledPage = parsePageRange(unprefixed('disable', query), organisationOrders[disabledOrder.by], 'disable_');
    return readLists(services, async (source) => {
      const organisations = organisationsStore(source, allowed);
      const active = await organisations.list({ state: 'active', search }, activeOrder, activePage);
      const disabled = await organisations.list({ state: 'disabled', search }, disabledOrder, disabledPage);
      const organisers = await organisations.findOrganisers([...active.rows, ...disabled.rows]);
      const toRow = (row: OrganisationRow) => toOrganisationResponse(row, organisers.get(row.organizer_id));
      return {
        active_orgs: active.rows.map(toRow),
        disable_orgs: disabled.rows.map(toRow),
        ...(hasAnyField(query, organisationListParameters) && {
          ...(await organisations.count({ search })),
          active_has_next: active.has_next,
          active_has_previous: active.has_previous,
          disable_has_next: disabled.has_next,
          disable_has_previous: disabled.has_previous,
        }),
        ...(query.totals && {
          active_totals: await organisations.totals({ state: 'active', search }),
          disable_totals: await organisations.totals({ state: 'disabled', search }),
        }),
      };
    });
  });

  route(app, organisationsCalls.orgDetail, { action: 'organisations:view' }, async ({ caller, query }) => {
    if (query.org_id === undefined && !extensions)
      throw invalidFields({ org_id: [{ code: 'REQUIRED', message: 'is required' }] });
    const id = parseId(query.org_id ?? caller.organisationId ?? 0);
    const organisations = organisationsStore(db, authorizeOrganisation(caller, 'organisations:view', id));
    const row = await organisations.find(id);
    if (!row) throw notFound();
    const organisers = await organisations.findOrganisers([row]);
    const readable = numberSettings.filter(({ view }) => decideAccess(caller, view, String(id)) === 'allowed');
    const extended = {
      active_users_count: row.active_users_count,
      ...Object.fromEntries(readable.map(({ column }) => [column, row[column]])),
    };
    return {
      org: {
        ...toOrganisationResponse(row, organisers.get(row.organizer_id)),
        active_users_count: undefined,
        ...(extensions && extended),
        config: toConfigResponse(row),
      },
    };
  });

  if (!extensions) return;
  for (const call of Object.values(organisationSettingCalls))
    settingRoute(app, services, call, { answer: async (_trx, _caller, id) => ({ organisationId: String(id) }) });
}

/** Default direction: ascending for names, descending for all other values. */
const orderOf = (by: OrganisationOrder, direction: SortDirection = by === 'brandname' ? 'asc' : 'desc') => ({
  by,
  direction,
});
