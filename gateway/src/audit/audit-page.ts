import { scopeOf } from '@console/contract/access';
import { auditCalls } from '@console/contract/calls/audit';
import { invalid } from '../base/errors.ts';
import { authorizedRead, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { QueryAuditEventsArgs } from '../generated/resolvers-types.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import { connectionOf, filterValues, momentFilter, windowOf, windowQuery } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, integerOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported } from '../specified/extension-calls.ts';
import { fromAuditActions, fromAuditTargetKind, fromAuditWays } from './audit-enums.ts';
import { type AuditEventBody, type AuditEventConnectionParent, auditEventOf } from './audit-event.ts';

type Args = QueryAuditEventsArgs;

const call = auditCalls.auditEvents;
const action = 'audit:view';

/** The events that the caller may see; those of their own organisation when they may see no other. Null when the product API has no activity. */
export async function readAuditEvents(args: Args, context: Context): Promise<IfSupported<AuditEventConnectionParent>> {
  const caller = await readCaller(context.api);
  const own = scopeOf(caller, action) === 'own' ? (caller.organisationId ?? '') : '';
  const organisationId = args.organisationId == null ? own : String(args.organisationId);
  return authorizedRead(context.api, action, organisationId, readPage({ ...args, organisationId }, context));
}

/** The events of an organisation, with a permission check. */
export const readOrganisationEvents = (
  args: Args,
  organisationId: string,
  context: Context,
): Promise<IfSupported<AuditEventConnectionParent>> =>
  authorizedRead(context.api, action, organisationId, readPage({ ...args, organisationId }, context));

/** The events about a user as their target, with a permission check. */
export const readEventsAboutUser = (
  args: Args,
  user: { id: string; organisationId: string },
  context: Context,
): Promise<IfSupported<AuditEventConnectionParent>> => {
  if (args.filter?.targetKind || args.filter?.targetId)
    throw invalid([{ path: 'filter.targetId', message: 'cannot be given here: the user is the target' }]);
  const filter = { ...args.filter, targetKind: 'USER' as const, targetId: user.id };
  return authorizedRead(context.api, action, user.organisationId, readPage({ ...args, filter }, context));
};

const keysOf = {
  at: ({ at }: AuditEventBody) => [timeMsOf(at)],
  position: ({ position }: AuditEventBody) => [integerOf(position)],
};

async function readPage(args: Args, context: Context): Promise<IfSupported<AuditEventConnectionParent>> {
  requireKey(context.api);
  const { orderBy, organisationId } = args;
  const query = filterQuery(args);
  const order_by = orderBy === 'RECORDED' ? 'position' : 'at';
  const direction = orderBy && orderBy !== 'NEWEST_FIRST' ? 'asc' : 'desc';
  const cursors = context.services.cursors.of({ list: 'auditEvents', organisationId, order_by, direction, ...query });
  const window = windowOf(args, cursors);
  const { offset: _, ...page } = windowQuery(window, order_by === 'at');
  const answer = await callIfSupported(context, call, {
    query: { ...query, org_id: organisationId ? toWireId(organisationId) : undefined, order_by, direction, ...page },
  });
  if (answer === null) return null;
  const rows = readRows(call, answer.events, auditEventOf, context.log);
  const { has_next: hasNext, has_previous: hasPrevious } = answer;
  return connectionOf(
    pageFromPlatform({ rows, total: rows.length, hasNext, hasPrevious }, window, keysOf[order_by]),
    window,
    cursors,
  );
}

function filterQuery({ filter }: Args) {
  const { targetKind, targetId, actorId, outcome, uploadsOnce, uploadOf } = filter ?? {};
  if (!targetKind !== (targetId == null))
    throw invalid([{ path: 'filter.targetId', message: 'must be given together with targetKind' }]);
  if (uploadsOnce && targetKind)
    throw invalid([{ path: 'filter.uploadsOnce', message: 'cannot be given together with a target' }]);
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
    outcome: outcome ? (outcome === 'DONE' ? ('done' as const) : ('refused' as const)) : undefined,
    uploads: uploadsOnce ? ('once' as const) : undefined,
    upload_of: uploadOf == null ? undefined : toWireId(String(uploadOf)),
  };
}

/** Where a user is found. */
export const idsOfUser = (user: { id?: unknown; ent_org_id?: unknown }) => ({
  id: idOf(user.id) ?? '',
  organisationId: idOf(user.ent_org_id) ?? '',
});
