import { mappingsCalls } from '@console/contract/calls/mappings';
import type { FastifyInstance } from 'fastify';
import { reachOf, toId } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { seenUser } from '../core/access/visible-user.ts';
import { notFound } from '../core/base/failure.ts';
import { toEntUsr } from '../core/database/ent-usr.ts';
import { versionOf } from '../core/http/list-version.ts';
import { route } from '../core/http/route.ts';
import { answerMapping } from './answer-mapping.ts';
import { externalUsersStore, toldOfExternal } from './external-users.store.ts';
import { countLookUp } from './mappings.limits.ts';
import { findOrganisation, mappingsStore, toldOfMappings, usersById } from './mappings.store.ts';
import { homeOf, tellMappings, tellUserMapping } from './org-mapping.ts';

/** The mappings of organisations, their external users, and the answers to both. */
export function mappingsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const viewing = { action: 'mappings:view' } as const;
  const ownOf = (caller: Caller) => toId(caller.organisationId ?? 0);

  const organisation = async (id: number) => {
    const found = await findOrganisation(db, id);
    if (!found) throw notFound();
    return found;
  };

  const list = async (caller: Caller, organisationId: number, state: 'accepted' | 'pending') => {
    const reach = reachOf(caller, viewing.action, organisationId);
    const rows = await mappingsStore(db, reach)[state](organisationId);
    if (rows.length === 0) await organisation(organisationId);
    return tellMappings(db, { reach, listedId: organisationId, extensions: settings.extensions }, rows);
  };

  const told = (caller: Caller, organisationId: number) => {
    reachOf(caller, viewing.action, organisationId);
    return toldOfMappings(organisationId);
  };

  const accepted = mappingsCalls.accepctedOrgList;
  const acceptedVersion = versionOf(services, accepted, ({ caller }) => told(caller, ownOf(caller)));
  route(app, accepted, { ...viewing, version: acceptedVersion }, async ({ caller }) => ({
    accepted_org_list: await list(caller, ownOf(caller), 'accepted'),
  }));

  const pending = mappingsCalls.pendingOrgList;
  const pendingVersion = versionOf(services, pending, ({ caller }) => told(caller, ownOf(caller)));
  route(app, pending, { ...viewing, version: pendingVersion }, async ({ caller }) => ({
    pending_org_list: await list(caller, ownOf(caller), 'pending'),
  }));

  const both = mappingsCalls.specificPenAccOrgList;
  const bothVersion = versionOf(services, both, ({ caller, query }) => told(caller, toId(query.org_id)));
  route(app, both, { ...viewing, version: bothVersion }, async ({ caller, query }) => {
    const id = toId(query.org_id);
    return {
      accepted_org_list: await list(caller, id, 'accepted'),
      pending_org_list: await list(caller, id, 'pending'),
    };
  });

  route(app, mappingsCalls.mappingExists, viewing, async ({ caller, body }) => {
    const [vendorId, customerId] = [toId(body.vendor_id), toId(body.customer_id)];
    const listedId = ownOf(caller);
    // One of the two is the caller's own, or they see all.
    const reach = reachOf(caller, viewing.action, vendorId === listedId ? vendorId : customerId);
    await countLookUp(services, caller, mappingsCalls.mappingExists.name);
    const [vendor, customer] = [await organisation(vendorId), await organisation(customerId)];
    const row = await mappingsStore(db, reach).between(vendorId, customerId);
    const [mapping = null] = await tellMappings(
      db,
      { reach, listedId, extensions: settings.extensions },
      row ? [row] : [],
    );
    return { vendor, customer, mapping };
  });

  // Asked before inviting and before letting in: the first is for more people.
  const inviting = { action: 'users:inviteExternal' } as const;
  route(app, mappingsCalls.userMappingExists, inviting, async ({ caller, body }) => {
    const mappedId = toId(body.mapped_org_id);
    const reach = reachOf(caller, inviting.action, mappedId);
    const mapped_org = await organisation(mappedId);
    const row = await externalUsersStore(db, reach).find(toId(body.ent_usr_id), mappedId);
    if (!row) return { mapped_org, mapping: null };
    const requester = (await usersById(db, [row.requester_id])).get(row.requester_id);
    return {
      mapped_org,
      mapping: tellUserMapping({ reach, extensions: settings.extensions }, row, mapped_org, requester),
    };
  });

  const external = async (caller: Caller, organisationId: number) => {
    const reach = reachOf(caller, 'users:view', organisationId);
    const rows = await externalUsersStore(db, reach).list(organisationId);
    if (rows.length === 0) await organisation(organisationId);
    return {
      accepted_pending_user_list: rows.map((row) => ({
        user: toEntUsr(seenUser(reach, row)),
        ...(settings.extensions && {
          home_org: homeOf(row, true),
          requester_id: row.requester_id,
        }),
        activated: row.activated,
        created_at: row.mapping_created_at.toISOString(),
        updated_at: row.mapping_updated_at.toISOString(),
      })),
    };
  };

  const toldExternal = (caller: Caller, organisationId: number) => {
    reachOf(caller, 'users:view', organisationId);
    return toldOfExternal(organisationId);
  };

  const others = mappingsCalls.extOrgAccepctedPendingUserList;
  const othersVersion = versionOf(services, others, ({ caller, query }) =>
    toldExternal(caller, toId(query.ext_org_id)),
  );
  route(app, others, { action: 'users:view', version: othersVersion }, ({ caller, query }) =>
    external(caller, toId(query.ext_org_id)),
  );

  const own = mappingsCalls.accepctedPendingUserList;
  const ownVersion = versionOf(services, own, ({ caller }) => toldExternal(caller, ownOf(caller)));
  route(app, own, { action: 'users:view', version: ownVersion }, ({ caller }) => external(caller, ownOf(caller)));

  // Letting external users in is for the same roles.
  route(app, mappingsCalls.activateDeactivate, { action: 'mappings:answer' }, async ({ caller, body, request }) => {
    const parties = { vendorId: toId(body.vendor_id), customerId: toId(body.customer_id) };
    const answer = { ...parties, userId: toId(body.user_id), activated: body.activated };
    return { mapping: await answerMapping(services, caller, request.id, answer) };
  });
}
