import { scopeOf } from '@console/contract/access';
import { auditCalls } from '@console/contract/calls/audit';
import { failure, invalid } from '../base/errors.ts';
import { authorizedRead, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { QueryAuditEventsArgs } from '../generated/resolvers-types.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import {
  connectionIn,
  filterValues,
  momentFilter,
  type PagedList,
  searchOf,
  windowQuery,
} from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, integerOf, isoTimeOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import { fromAuditActions, fromAuditTargetKind, fromAuditWays } from './audit-enums.ts';
import { type AuditEventBody, type AuditEventConnectionParent, auditEventOf } from './audit-event.ts';

type Args = QueryAuditEventsArgs;

const call = auditCalls.auditEvents;
const action = 'audit:view';

/** Organisation of visible events: the caller's own if they see no other; empty for all. */
export async function eventOrganisation(
  { organisationId }: Pick<Args, 'organisationId'>,
  { api }: Context,
): Promise<string> {
  const caller = await readCaller(api);
  const own = scopeOf(caller, action) === 'own' ? (caller.organisationId ?? '') : '';
  return organisationId == null ? own : String(organisationId);
}

/** Visible events. Null if the product API has no activity log. */
export async function readAuditEvents(args: Args, context: Context): Promise<IfSupported<AuditEventConnectionParent>> {
  const organisationId = await eventOrganisation(args, context);
  return authorizedRead(context.api, action, organisationId, readPage({ ...args, organisationId }, context));
}

export const readOrganisationEvents = (
  args: Args,
  organisationId: string,
  context: Context,
): Promise<IfSupported<AuditEventConnectionParent>> =>
  authorizedRead(context.api, action, organisationId, readPage({ ...args, organisationId }, context));

export const readEventsAboutUser = (
  args: Args,
  user: { id: string; organisationId: string },
  context: Context,
): Promise<IfSupported<AuditEventConnectionParent>> => {
  if (args.filter?.targetKind || args.filter?.targetId)
    throw invalid([
      {
        path: 'filter.targetId',
        code: 'NOT_ALLOWED',
        message: 'must be left out, because this list has only events about the user',
      },
    ]);
  const filter = { ...args.filter, targetKind: 'USER' as const, targetId: user.id };
  return authorizedRead(context.api, action, user.organisationId, readPage({ ...args, filter }, context));
};

const keysOf = {
  at: ({ at }: AuditEventBody) => [timeMsOf(at)],
  position: ({ position }: AuditEventBody) => [integerOf(position)],
};

/** Events without a permission check; null if the product API has no activity log. */
export async function eventList(args: Args, context: Context): Promise<IfSupported<PagedList<AuditEventBody>>> {
  requireKey(context.api);
  const { orderBy, organisationId } = args;
  const order_by = orderBy === 'RECORDED' ? ('position' as const) : ('at' as const);
  const direction = orderBy && orderBy !== 'NEWEST_FIRST' ? ('asc' as const) : ('desc' as const);
  const filter = filterQuery(args);
  const cursors = context.services.cursors.of({ list: 'auditEvents', organisationId, order_by, direction, ...filter });
  const org_id = organisationId ? toWireId(organisationId) : undefined;
  const query = { ...filter, org_id, order_by, direction };
  if (!(await supportsCall(context, call))) return null;
  return {
    cursors,
    read: async (window) => {
      const { offset: _, ...page } = windowQuery(window, order_by === 'at');
      const answer = await context.api.call(call, { query: { ...query, ...page } });
      // A product API that does not know the parameter returns unsearched events.
      if (query.search !== undefined && answer.searched_to === undefined)
        throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API cannot search the activity.');
      const rows = readRows(call, answer.events, auditEventOf, context.log);
      const found = pageFromPlatform(rows, answer, window, keysOf[order_by]);
      const end = auditEventOf(answer.searched_to);
      return { ...found, searchedTo: end && { place: found.placeOf(end), at: isoTimeOf(end.at) ?? '' } };
    },
    stream: { list: 'activity', query, rowOf: auditEventOf },
  };
}

async function readPage(args: Args, context: Context): Promise<IfSupported<AuditEventConnectionParent>> {
  const list = await eventList(args, context);
  return list && connectionIn(list, args);
}

function filterQuery({ filter }: Args) {
  const { targetKind, targetId, actorId, outcome, uploadsOnce, uploadOf } = filter ?? {};
  if (!targetKind !== (targetId == null))
    throw invalid([{ path: 'filter.targetId', code: 'FORMAT', message: 'must be given together with targetKind' }]);
  if (uploadsOnce && targetKind)
    throw invalid([
      { path: 'filter.uploadsOnce', code: 'NOT_ALLOWED', message: 'cannot be given together with a target' },
    ]);
  const actions = filterValues('filter.actions', filter?.actions);
  const ways = filterValues('filter.ways', filter?.ways);
  return {
    actor_id: actorId == null ? undefined : toWireId(String(actorId)),
    action: actions && fromAuditActions(actions),
    target_type: targetKind ? fromAuditTargetKind(targetKind) : undefined,
    target_id: targetId == null ? undefined : String(targetId),
    from: momentFilter('filter.from', filter?.from),
    to: momentFilter('filter.to', filter?.to),
    via: ways && fromAuditWays(ways),
    search: searchOf({ search: filter?.search }, 'filter.search'),
    outcome: outcome ? (outcome === 'DONE' ? ('done' as const) : ('refused' as const)) : undefined,
    uploads: uploadsOnce ? ('once' as const) : undefined,
    upload_of: uploadOf == null ? undefined : toWireId(String(uploadOf)),
  };
}

export const idsOfUser = (user: { id?: unknown; ent_org_id?: unknown }) => ({
  id: idOf(user.id) ?? '',
  organisationId: idOf(user.ent_org_id) ?? '',
});
