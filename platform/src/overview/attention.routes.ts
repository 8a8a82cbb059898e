import { roleLevel } from '@console/contract/access';
import { readableAttentionKinds } from '@console/contract/attention';
import { attentionCalls } from '@console/contract/calls/attention';
import type { FastifyInstance } from 'fastify';
import { authorizeOneOrAll } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { readLists } from '../core/database/read-replica.ts';
import { readTimeZone } from '../core/database/time-zone.ts';
import { route } from '../core/http/route.ts';
import { countAttention, toAttentionItem, visibleAttentionKinds } from './attention.ts';

export function attentionRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  const action = 'organisations:view';

  route(app, attentionCalls.attention, { action }, async ({ caller, query }) => {
    const organisationId = await authorizeOneOrAll(db, caller, action, query.organisationId);
    const visible = visibleAttentionKinds(caller, organisationId === null ? null : String(organisationId));
    const readable = readableAttentionKinds(query.kinds);
    const kinds = visible.filter((kind) => readable.includes(kind));
    if (caller.role === null || kinds.length === 0) return { attention: null };
    const { userId: readerId, role } = caller;
    const timeZone = await readTimeZone(db, organisationId);
    const scope = {
      organisationId,
      now: clock(),
      timeZone,
      level: roleLevel(role),
      probeEmail: settings.probeEmail,
      readerId,
    };
    const rows = await readLists(services, (source) => countAttention(source, scope, kinds));
    return { attention: rows.map((row) => toAttentionItem(row, scope)) };
  });
}
