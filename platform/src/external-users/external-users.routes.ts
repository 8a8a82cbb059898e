import { endingsCalls } from '@console/contract/calls/endings';
import { extensionCalls } from '@console/contract/calls/extensions';
import { externalUsersCalls } from '@console/contract/calls/external-users';
import type { FastifyInstance } from 'fastify';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { readLists } from '../core/database/read-replica.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { endExternalUser } from './end-external-user.ts';
import { externalUsersStore } from './external-users.store.ts';
import { listExternalUsers, pageExternalUsers } from './list-external-users.ts';
import { endings, parseReason } from './mapping-ending.ts';
import { toUserMappingResponse } from './user-mapping-response.ts';

export function externalUsersRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const ownId = (caller: Caller) => parseId(caller.organisationId ?? 0);

  const findOrganisation = async (id: number) => {
    const columns = ['id', 'brandname', 'is_disabled'] as const;
    const organisation = await db.selectFrom('ent_org').select(columns).where('id', '=', id).executeTakeFirst();
    if (!organisation) throw notFound();
    return organisation;
  };

  // Action for inviting and mapping: more roles can invite.
  const inviting = { action: 'users:inviteExternal' } as const;
  const exists = omitExtensionUnless(externalUsersCalls.userMappingExists, { rejected: true }, settings.extensions);
  route(app, exists, inviting, async ({ caller, body }) => {
    const mappedId = parseId(body.mapped_org_id);
    const allowed = authorizeOrganisation(caller, inviting.action, mappedId);
    const { is_disabled, ...mapped_org } = await findOrganisation(mappedId);
    const rejected = body.rejected ?? false;
    const row = await externalUsersStore(db, allowed).find(parseId(body.ent_usr_id), mappedId, { rejected });
    if (!row) return { mapped_org, mapping: null };
    const requester = (await findUsersById(db, [row.requester_id])).get(row.requester_id);
    const view = { allowed, extensions: settings.extensions };
    const customer = { ...mapped_org, ...(settings.extensions && { is_disabled }) };
    return { mapped_org, mapping: toUserMappingResponse(view, row, customer, requester) };
  });

  const list = async (caller: Caller, organisationId: number) => {
    const rows = await listExternalUsers(services, caller, organisationId);
    if (rows.length === 0) await findOrganisation(organisationId);
    return { accepted_pending_user_list: rows };
  };

  const others = externalUsersCalls.extOrgAccepctedPendingUserList;
  route(app, others, { action: 'users:view' }, ({ caller, query }) => list(caller, parseId(query.ext_org_id)));

  const own = externalUsersCalls.accepctedPendingUserList;
  route(app, own, { action: 'users:view' }, ({ caller }) => list(caller, ownId(caller)));

  if (!settings.extensions) return;
  route(app, extensionCalls.externalUsers, { action: 'users:view' }, async ({ caller, query }) => {
    const organisationId = parseId(query.org_id);
    const page = await readLists(services, (source) =>
      pageExternalUsers({ ...services, db: source }, caller, organisationId, query),
    );
    if (page.total_count === 0) await findOrganisation(organisationId);
    return page;
  });

  for (const [call, ending] of [
    [endingsCalls.removeExternalUser, 'end'],
    [endingsCalls.withdrawExternalUser, 'withdraw'],
  ] as const)
    route(app, call, { action: endings[ending].externalUser.action }, async ({ caller, body }) => {
      const ids = { userId: parseId(body.ent_usr_id), organisationId: parseId(body.mapped_org_id) };
      const reason = parseReason(body.reason);
      return { mapping: await endExternalUser(services, caller, { ending, ...ids, reason }) };
    });
}
