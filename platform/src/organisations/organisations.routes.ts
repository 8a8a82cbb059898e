import { organisationsCalls } from '@console/contract/calls/organisations';
import { orgsPage } from '@console/contract/shapes';
import type { FastifyInstance } from 'fastify';
import { reachFor, reachOf, toId } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { type OrganisationRow, toEntOrg, toOrgConfig } from '../core/database/ent-org.ts';
import { cutOf, type Direction, givesAny } from '../core/database/list.ts';
import { everything, versionOf } from '../core/http/list-version.ts';
import { extended, route } from '../core/http/route.ts';
import { type OrganisationOrder, organisationsStore } from './organisations.store.ts';

/** Organisations. */
export function organisationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const list = extended(organisationsCalls.orgList, orgsPage, settings.extensions);
  // It counts the users, models and assessments of all of them, and tells of their organisers, who may be anybody.
  const version = versionOf(services, list, () => everything);
  route(app, list, { action: 'organisations:list', version }, async ({ caller, query }) => {
    const organisations = organisationsStore(db, reachFor(caller, 'organisations:list'));
    const search = query.search?.trim();
    const activeCut = cutOf(query.active_offset, query.active_limit, 'active_limit');
    const disabledCut = cutOf(query.disable_offset, query.disable_limit, 'disable_limit');
    const activeOrder = orderOf(query.active_order_by ?? 'created_at', query.active_direction);
    const disabledOrder = orderOf(query.disable_order_by ?? 'updated_at', query.disable_direction);
    const counts = givesAny(query, orgsPage) ? await organisations.count(search) : undefined;
    const active = await organisations.list(false, search, activeOrder, activeCut);
    const disabled = await organisations.list(true, search, disabledOrder, disabledCut);
    const organisers = await organisations.organisersOf([...active, ...disabled]);
    const toRow = (row: OrganisationRow) => toEntOrg(row, organisers.get(row.organizer_id));
    return { active_orgs: active.map(toRow), disable_orgs: disabled.map(toRow), ...counts };
  });

  route(app, organisationsCalls.orgDetail, { action: 'organisations:view' }, async ({ caller, query }) => {
    const id = toId(query.org_id);
    const organisations = organisationsStore(db, reachOf(caller, 'organisations:view', id));
    const row = await organisations.find(id);
    if (!row) throw notFound();
    const organisers = await organisations.organisersOf([row]);
    return { org: { ...toEntOrg(row, organisers.get(row.organizer_id)), config: toOrgConfig(row) } };
  });
}

/** Names begin with A, everything else with the newest or the most. */
const orderOf = (by: OrganisationOrder, direction: Direction = by === 'brandname' ? 'asc' : 'desc') => ({
  by,
  direction,
});
