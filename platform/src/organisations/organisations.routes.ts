import { organisationsCalls } from '@console/contract/calls/organisations';
import { organisationListParameters } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import { allowedOrganisations, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { type OrganisationRow, toEntOrg, toOrgConfig } from '../core/database/ent-org.ts';
import { hasAnyField, readPage, type SortDirection } from '../core/database/list.ts';
import { anyChange, listVersion } from '../core/http/list-version.ts';
import { route, withExtension } from '../core/http/route.ts';
import { type OrganisationOrder, organisationsStore } from './organisations.store.ts';

export function organisationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const { extensions } = settings;
  const list = withExtension(organisationsCalls.orgList, organisationListParameters, extensions);
  // It includes counts of every organisation and organisers, who may be any users.
  const version = listVersion(services, list, () => anyChange);
  route(app, list, { action: 'organisations:list', version }, async ({ caller, query }) => {
    const organisations = organisationsStore(db, allowedOrganisations(caller, 'organisations:list'));
    const search = query.search?.trim();
    const activePage = readPage(query.active_offset, query.active_limit, 'active_limit');
    const disabledPage = readPage(query.disable_offset, query.disable_limit, 'disable_limit');
    const activeOrder = orderOf(query.active_order_by ?? 'created_at', query.active_direction);
    const disabledOrder = orderOf(query.disable_order_by ?? 'updated_at', query.disable_direction);
    const counts = hasAnyField(query, organisationListParameters) ? await organisations.count(search) : undefined;
    const active = await organisations.list(false, search, activeOrder, activePage);
    const disabled = await organisations.list(true, search, disabledOrder, disabledPage);
    const organisers = await organisations.findOrganisers([...active, ...disabled]);
    const toRow = (row: OrganisationRow) => toEntOrg(row, organisers.get(row.organizer_id));
    return { active_orgs: active.map(toRow), disable_orgs: disabled.map(toRow), ...counts };
  });

  route(app, organisationsCalls.orgDetail, { action: 'organisations:view' }, async ({ caller, query }) => {
    if (query.org_id === undefined && !extensions) throw invalidFields({ org_id: ['is required'] });
    const id = parseId(query.org_id ?? caller.organisationId ?? 0);
    const organisations = organisationsStore(db, authorizeOrganisation(caller, 'organisations:view', id));
    const row = await organisations.find(id);
    if (!row) throw notFound();
    const organisers = await organisations.findOrganisers([row]);
    const { active_users_count } = row;
    return {
      org: {
        ...toEntOrg(row, organisers.get(row.organizer_id)),
        active_users_count: extensions ? active_users_count : undefined,
        config: toOrgConfig(row),
      },
    };
  });
}

/** Names ascend by default, everything else descends. */
const orderOf = (by: OrganisationOrder, direction: SortDirection = by === 'brandname' ? 'asc' : 'desc') => ({
  by,
  direction,
});
