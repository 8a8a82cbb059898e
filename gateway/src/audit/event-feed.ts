import { eventsCalls } from '@console/contract/calls/events';
import { eventForm } from '@console/contract/event-form';
import { fromEventType, toEventType } from '@console/contract/event-types';
import { authorizedRead } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Event, EventConnection, QueryEventsArgs } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { filterValues, windowOf } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, integerOf, isoTimeOf, recordOf, textOf, toWireId } from '../product-api/shape.ts';
import { hasCall, type IfSupported } from '../specified/extension-calls.ts';
import { actionNameOf, actorKindOf, toAuditAction } from './audit-enums.ts';
import { eventOrganisation } from './audit-page.ts';

const call = eventsCalls.events;

/** A page of the feed, with a permission check; null when the product API has none. */
export async function readEvents(args: QueryEventsArgs, context: Context): Promise<IfSupported<EventConnection>> {
  const organisationId = await eventOrganisation(args, context);
  return authorizedRead(context.api, 'audit:view', organisationId, readPage(args, organisationId, context));
}

async function readPage(
  { types, first, after }: QueryEventsArgs,
  organisationId: string,
  context: Context,
): Promise<IfSupported<EventConnection>> {
  requireKey(context.api);
  const cursors = context.services.cursors.of({ list: 'events', organisationId });
  const window = windowOf({ first, after }, cursors);
  const type = filterValues('types', types)?.map(fromEventType);
  if (!(await hasCall(context, call))) return null;
  const answer = await context.api.call(call, {
    query: {
      org_id: organisationId ? toWireId(organisationId) : undefined,
      type,
      after: window.after?.id,
      limit: String(window.limit),
    },
  });
  const nodes = readRows(call, answer.events, eventOf, context.log);
  const cursorOf = (number: number | null | undefined) =>
    number == null ? null : cursors.write({ keys: [], id: String(number) });
  return {
    nodes,
    edges: nodes.map((node) => ({ node, cursor: cursorOf(node.number) ?? '' })),
    pageInfo: {
      hasNextPage: answer.has_next === true,
      hasPreviousPage: after != null,
      startCursor: cursorOf(nodes[0]?.number),
      endCursor: cursorOf(integerOf(answer.end)),
      startIndex: null,
    },
  };
}

/** An event as the product API answers it; null without id, number, time or a known type. */
function eventOf(value: unknown): Event | null {
  const body = recordOf(value);
  const [id, number, at, type] = [idOf(body.id), integerOf(body.number), isoTimeOf(body.at), toEventType(body.type)];
  if (id === null || number === null || at === null || type === null) return null;
  const [actor, target, refusal] = [recordOf(body.actor), recordOf(body.target), recordOf(body.refusal)];
  const code = textOf(refusal.code);
  const form = eventForm({
    ...{ id, number, at, type: fromEventType(type) },
    actor: {
      kind: actorKindOf(actor.kind),
      role: textOf(actor.role),
      ent_usr_id: idOf(actor.ent_usr_id),
      api_key_id: idOf(actor.api_key_id),
      client_address: textOf(actor.client_address),
    },
    org_id: idOf(body.org_id),
    other_org_id: idOf(body.other_org_id),
    target: { type: textOf(target.type) ?? '', id: idOf(target.id) },
    changes: (Array.isArray(body.changes) ? body.changes : []).map(recordOf).map(({ field, from, to }) => ({
      field: textOf(field) ?? '',
      from: textOf(from),
      to: textOf(to),
    })),
    refusal:
      code === null ? null : { action: actionNameOf(refusal.action), code, count: integerOf(refusal.count) ?? 1 },
  });
  return { ...form, type, refusal: form.refusal && { ...form.refusal, action: toAuditAction(refusal.action) } };
}
