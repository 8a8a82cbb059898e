import { auditCalls } from '@console/contract/calls/audit';
import type { FastifyInstance } from 'fastify';
import { allowedOrganisations, authorizeOrganisation, notAllowed } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { defaultLimit, readPage } from '../core/database/list.ts';
import { route } from '../core/http/route.ts';
import { byTime, findAuditEvents } from './audit.store.ts';
import { toAuditEvents } from './audit-event.ts';

const action = 'audit:view';

/** The audit log; an extension. */
export function auditRoutes(app: FastifyInstance, { db, settings }: Services): void {
  if (!settings.extensions) return;

  route(app, auditCalls.auditEvents, { action }, async ({ caller, query }) => {
    const { org_id, actor_id, target_type, target_id, outcome, direction = 'desc', limit = defaultLimit } = query;
    const organisationId = org_id === undefined ? undefined : parseId(org_id);
    if (organisationId !== undefined) {
      authorizeOrganisation(caller, action, organisationId);
      const found = await db.selectFrom('ent_org').select('id').where('id', '=', organisationId).executeTakeFirst();
      if (!found) throw notAllowed(action, { type: 'ent_org', id: organisationId });
    }
    if ((target_type === undefined) !== (target_id === undefined))
      throw invalidFields({ target_id: ['must be given together with target_type'] });
    const allowed = allowedOrganisations(caller, action);
    const filter = {
      organisationId,
      actorId: actor_id === undefined ? undefined : parseId(actor_id),
      target: target_type && target_id ? { type: target_type, id: target_id } : undefined,
      actions: query.action && [query.action].flat(),
      ways: query.via && [query.via].flat(),
      from: query.from,
      to: query.to,
      isRefused: outcome && outcome === 'refused',
    };
    const page = { ...readPage({ ...query, limit }, byTime), limit: Number(limit) };
    const { rows, ...ends } = await findAuditEvents(db, allowed, filter, direction, page);
    return { events: await toAuditEvents(db, allowed, rows), ...ends };
  });
}
