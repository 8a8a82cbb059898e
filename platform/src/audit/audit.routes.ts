import { auditCalls } from '@console/contract/calls/audit';
import { eventsCalls } from '@console/contract/calls/events';
import { schemaEventType } from '@console/contract/event-types';
import { searchWords } from '@console/contract/fields/search-text';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  allowedOrganisations,
  auditedNotFound,
  authorizeExistingOrganisation,
  isOfAll,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { defaultPageLimit, parsePage } from '../core/database/list.ts';
import { readLists } from '../core/database/read-replica.ts';
import { route } from '../core/http/route.ts';
import { auditOrders, findAuditEvents } from './audit.store.ts';
import { chainAuditEvents, noOrganisationChainId } from './audit-chain.ts';
import { toAuditEventResponses } from './audit-event.ts';

import { readEventFeed } from './event-feed.ts';
import { toFeedEvents } from './feed-event.ts';
import { searchAuditEvents, searchedRange } from './search-events.ts';
import { countUploadedUsers } from './upload-events.ts';
import { CheckQueue, verifyChain } from './verify-chain.ts';

const action = 'audit:view';

export function auditRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  const checks = new CheckQueue();
  route(app, auditCalls.auditEvents, { action }, async ({ caller, query }) => {
    const { allowed, filter, order, words } = await parseAuditQuery(services, caller, query);
    const page = parsePage(query, auditOrders[order.by]);
    return readLists(services, async (source) => {
      const found = words
        ? await searchAuditEvents(source, allowed, filter, order, page, words)
        : { searchedTo: undefined, ...(await findAuditEvents(source, allowed, filter, order, page)) };
      const { rows, searchedTo, ...ends } = found;
      const uploadCounts = query.uploads ? await countUploadedUsers(source, rows) : new Map<number, number>();
      return {
        events: await toAuditEventResponses(source, allowed, rows, uploadCounts),
        ...ends,
        searched_to: searchedTo && {
          id: searchedTo.id,
          at: searchedTo.at.toISOString(),
          position: searchedTo.position,
        },
      };
    });
  });

  route(app, auditCalls.verifyActivity, { action }, async ({ caller, query, request }) => {
    const { org_id, after, first, head } = query;
    const id = org_id === undefined ? noOrganisationChainId : parseId(org_id);
    if (id === noOrganisationChainId && !isOfAll(allowedOrganisations(caller, action)))
      throw auditedNotFound(action, { type: 'ent_org', id });
    if (id !== noOrganisationChainId) await authorizeExistingOrganisation(db, caller, action, id);
    const [number, hash = ''] = head?.split(':') ?? [];
    const range = {
      after: after === undefined ? undefined : Number(after),
      most: first === undefined ? undefined : Number(first),
      known: number === undefined ? undefined : { number: Number(number), hash },
    };
    return checks.run(id, async () => {
      await chainAuditEvents(db);
      const check = await verifyChain(services, id, range);
      // A caller may have sent a wrong head.
      const breakKind = range.known ? 'head_differs' : 'broken';
      request.sealCheck = check.broken ? breakKind : 'intact';
      return check;
    });
  });

  route(app, eventsCalls.events, { action }, async ({ caller, query }) => {
    const { org_id, type, after, limit = defaultPageLimit } = query;
    const id = org_id === undefined ? undefined : parseId(org_id);
    if (id !== undefined) await authorizeExistingOrganisation(db, caller, action, id);
    const allowed = allowedOrganisations(caller, action);
    await chainAuditEvents(db);
    const { rows, end, hasNext } = await readEventFeed(db, {
      allowed: id === undefined ? allowed : { organisationId: id },
      types: type && [type].flat(),
      after: after === undefined ? undefined : Number(after),
      limit: Number(limit),
    });
    const events = await toFeedEvents(db, allowed, rows);
    return { events: events.map((event) => ({ ...event, type: schemaEventType(event.type) })), end, has_next: hasNext };
  });
}

/** Parses a query. The order of positions first chains all committed events, so that each has a position. */
export async function parseAuditQuery(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  caller: Caller,
  query: z.output<typeof auditCalls.auditEvents.query>,
) {
  const { org_id, actor_id, target_type, target_id, outcome, uploads, upload_of } = query;
  const organisationId = org_id === undefined ? undefined : parseId(org_id);
  if (organisationId !== undefined) await authorizeExistingOrganisation(db, caller, action, organisationId);
  if ((target_type === undefined) !== (target_id === undefined))
    throw invalidFields({ target_id: [{ code: 'FORMAT', message: 'must be given together with target_type' }] });
  if (uploads && target_id !== undefined)
    throw invalidFields({ uploads: [{ code: 'NOT_ALLOWED', message: 'cannot be given with a target' }] });
  const filter = {
    organisationId,
    actorId: actor_id === undefined ? undefined : parseId(actor_id),
    target: target_type && target_id ? { type: target_type, id: target_id } : undefined,
    actions: query.action && [query.action].flat(),
    channels: query.via && [query.via].flat(),
    from: query.from,
    to: query.to,
    isRefused: outcome && outcome === 'refused',
    uploadsOnce: uploads !== undefined,
    uploadOf: upload_of === undefined ? undefined : parseId(upload_of),
  };
  const { order_by: by = 'at', direction = 'desc' } = query;
  if (by === 'position') await chainAuditEvents(db);
  const searched = searchWords(query.search ?? '');
  const words = searched.length > 0 ? searched : undefined;
  return {
    allowed: allowedOrganisations(caller, action),
    filter: words ? searchedRange(filter, clock()) : filter,
    words,
    order: { by, direction },
  };
}
