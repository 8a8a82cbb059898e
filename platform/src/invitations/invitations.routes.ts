import { scopeOf } from '@console/contract/access';
import { invitationsCalls, unsentEmailsCalls } from '@console/contract/calls/invitations';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { allowedOrganisations, authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { type ExportedList, parsePage } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import {
  defaultInvitationOrder,
  invitationOrders,
  invitationsStore,
  parseInvitationFilter,
  toInvitationResponses,
} from './invitations.store.ts';
import { reissueInvitationLink, resendInvitation } from './renew-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { findUnsentEmails } from './unsent-emails.ts';

export function invitationsRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  const viewing = { action: 'users:view' } as const;

  route(app, invitationsCalls.invitations, viewing, async ({ caller, query }) => {
    const { id, allowed, filter, order } = await parseInvitationQuery(db, caller, query);
    const page = parsePage(query, invitationOrders[order.by]);
    return readLists(services, async (source) => {
      const store = invitationsStore(source, clock(), allowed);
      const { rows, ...ends } = await store.list(id, filter, page, order);
      const total_count = await store.count(id, filter);
      return { invitations: await toInvitationResponses(services, source, allowed, rows), total_count, ...ends };
    });
  });

  route(app, invitationsCalls.userInvitations, viewing, async ({ caller, query }) => {
    const allowed = allowedOrganisations(caller, viewing.action);
    const userIds = [query.user_id].flat().map(parseId);
    const rows = await invitationsStore(db, clock(), allowed).unacceptedOf(userIds);
    return { invitations: await toInvitationResponses(services, db, allowed, rows) };
  });

  route(app, unsentEmailsCalls.unsentEmails, {}, async ({ caller }) => {
    if (scopeOf(caller, 'mails:view') === null)
      return {
        is_sending: settings.smtpUrl !== undefined,
        outbox_url: null,
        unsent_count: 0,
        unsent_since: null,
        failure: null,
      };
    const { isSending, outboxUrl, count, since, failure } = await findUnsentEmails(services, db);
    const unsent_since = since && new Date(since).toISOString();
    return { is_sending: isSending, outbox_url: outboxUrl, unsent_count: count, unsent_since, failure };
  });

  const { resendInvitation: resend, revokeInvitation: revoke, copyInvitationLink: copyLink } = invitationsCalls;
  // Every role that can invite organisations can also invite users.
  const inviting = { action: 'users:create' } as const;
  route(app, resend, { ...inviting, refusedAs: resend.event }, ({ caller, body }) =>
    resendInvitation(services, caller, parseId(body.invitation_id)),
  );
  route(app, revoke, { ...inviting, refusedAs: revoke.event }, ({ caller, body }) =>
    revokeInvitation(services, caller, parseId(body.invitation_id)),
  );
  route(app, copyLink, { ...inviting, refusedAs: copyLink.event }, ({ caller, body }) =>
    reissueInvitationLink(services, caller, parseId(body.invitation_id)),
  );
}

export async function exportInvitations(
  services: Services,
  caller: Caller,
  query: z.output<typeof invitationsCalls.invitations.query>,
  limit: number,
): Promise<ExportedList> {
  const { id, allowed, filter, order } = await parseInvitationQuery(services.db, caller, query);
  const now = services.clock();
  return {
    ids: (db) => invitationsStore(db, now, allowed).ids(id, filter, limit, order),
    read: async (db, some) =>
      toInvitationResponses(services, db, allowed, await invitationsStore(db, now, allowed).byIds(some)),
    organisationId: id,
  };
}

async function parseInvitationQuery(
  db: Services['db'],
  caller: Caller,
  query: z.output<typeof invitationsCalls.invitations.query>,
) {
  const id = parseId(query.org_id);
  const allowed = await authorizeExistingOrganisation(db, caller, 'users:view', id);
  const { order_by: by = defaultInvitationOrder.by, direction = defaultInvitationOrder.direction } = query;
  return { id, allowed, filter: parseInvitationFilter(caller, id, query), order: { by, direction } };
}
