import { endingsCalls } from '@console/contract/calls/endings';
import { mappingsCalls } from '@console/contract/calls/mappings';
import type { FastifyInstance } from 'fastify';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { endings, parseReason } from '../external-users/mapping-ending.ts';
import { findOrganisationRef } from '../organisations/organisation-response.ts';
import { acceptOrRejectMapping } from './accept-or-reject-mapping.ts';
import { endMapping } from './end-mapping.ts';
import { limitLookUps } from './look-up-limits.ts';
import { toMappingResponses } from './mapping-response.ts';
import { mappingsStore } from './mappings.store.ts';

export function mappingsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const viewing = { action: 'mappings:view' } as const;
  const ownId = (caller: Caller) => parseId(caller.organisationId ?? 0);

  const findOrganisation = async (id: number) => {
    const organisation = await findOrganisationRef(db, id);
    if (!organisation) throw notFound();
    return organisation;
  };

  /** `isFound`: whether the organisation is known to exist. */
  const list = async (
    caller: Caller,
    organisationId: number,
    state: 'accepted' | 'pending',
    { rejected = false, isFound = false } = {},
  ) => {
    const allowed = authorizeOrganisation(caller, viewing.action, organisationId);
    const rows = await mappingsStore(db, allowed)[state](organisationId, { rejected });
    if (rows.length === 0 && !isFound) await findOrganisation(organisationId);
    return toMappingResponses(db, { allowed, listedId: organisationId, extensions: settings.extensions }, rows);
  };

  route(app, mappingsCalls.accepctedOrgList, viewing, async ({ caller }) => ({
    accepted_org_list: await list(caller, ownId(caller), 'accepted'),
  }));

  const pending = omitExtensionUnless(mappingsCalls.pendingOrgList, { rejected: true }, settings.extensions);
  route(app, pending, viewing, async ({ caller, query }) => ({
    pending_org_list: await list(caller, ownId(caller), 'pending', { rejected: query.rejected === 'true' }),
  }));

  const both = omitExtensionUnless(mappingsCalls.specificPenAccOrgList, { rejected: true }, settings.extensions);
  route(app, both, viewing, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    return {
      accepted_org_list: await list(caller, id, 'accepted'),
      pending_org_list: await list(caller, id, 'pending', { rejected: query.rejected === 'true', isFound: true }),
    };
  });

  route(app, mappingsCalls.mappingExists, viewing, async ({ caller, body }) => {
    const [vendorId, customerId] = [parseId(body.vendor_id), parseId(body.customer_id)];
    const listedId = ownId(caller);
    // With scope 'own', one of the two must be the caller's organisation.
    const allowed = authorizeOrganisation(caller, viewing.action, vendorId === listedId ? vendorId : customerId);
    await limitLookUps(services, caller, mappingsCalls.mappingExists.name);
    const [vendor, customer] = [await findOrganisation(vendorId), await findOrganisation(customerId)];
    const row = await mappingsStore(db, allowed).between(vendorId, customerId);
    const view = { allowed, listedId, extensions: settings.extensions };
    const [mapping = null] = await toMappingResponses(db, view, row ? [row] : []);
    return { vendor, customer, mapping };
  });

  // One action for mappings and external users: the same roles accept both.
  const answering = omitExtensionUnless(mappingsCalls.activateDeactivate, { reason: true }, settings.extensions);
  route(app, answering, { action: 'mappings:answer' }, async ({ caller, body }) => {
    const parties = { vendorId: parseId(body.vendor_id), customerId: parseId(body.customer_id) };
    const { activated } = body;
    const reason = activated ? null : parseReason(body.reason);
    const answer = { ...parties, userId: parseId(body.user_id), activated, reason };
    return { mapping: await acceptOrRejectMapping(services, caller, answer) };
  });

  if (!settings.extensions) return;
  for (const [call, ending] of [
    [endingsCalls.endMapping, 'end'],
    [endingsCalls.withdrawMapping, 'withdraw'],
  ] as const)
    route(app, call, { action: endings[ending].mapping.action }, async ({ caller, body }) => {
      const ids = { organisationId: parseId(body.org_id), mappingId: parseId(body.mapping_id) };
      const reason = parseReason(body.reason);
      return { mapping: await endMapping(services, caller, { ending, ...ids, reason }) };
    });
}
