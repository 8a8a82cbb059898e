import { eventsCalls, feedEvent } from '@console/contract/calls/events';
import { fromEventType } from '@console/contract/event-types';
import { authorizedRead } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Event, EventConnection, QueryEventsArgs } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { filterValues, windowOf } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { integerOf, isRecord, recordOf, toWireId } from '../product-api/shape.ts';
import { type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import { knownAction } from './audit-enums.ts';
import { eventOrganisation } from './audit-page.ts';

const call = eventsCalls.events;

/** A page of the feed with a permission check; null if the product API has none. */
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
  if (!(await supportsCall(context, call))) return null;
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

/** An event of the feed; null for an unknown type. An unknown refused action is any other request. */
function eventOf(value: unknown): Event | null {
  const event = recordOf(value);
  const refusal = isRecord(event.refusal) ? { ...event.refusal, action: knownAction(event.refusal.action) } : null;
  return feedEvent.safeParse({ ...event, refusal }).data ?? null;
}
