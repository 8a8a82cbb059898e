import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { authorizeActingOrganisation, isAllowed, isOwnOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { MappingOrder, MappingOrderField, OrganisationMappingsArgs } from '../generated/resolvers-types.ts';
import { changedSince, containsSearch, isSameList, readRows, rowOrderOf, sortedPage } from '../product-api/lists.ts';
import {
  connectionIn,
  filterOrArgument,
  type ListCursors,
  momentFilter,
  type PagedList,
  type SortKey,
  searchOf,
} from '../product-api/paging.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { recordOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { isReadableMapping, mappingRowOf } from '../specified/mapping-row.ts';
import type { MappingEdgeParent, MappingRow, MappingState } from '../specified/mapping-shapes.ts';

const keys: Record<MappingOrderField, (row: MappingRow) => SortKey> = {
  UPDATED_AT: ({ node }) => timeMsOf(node.updatedAt),
  AT: ({ at }) => timeMsOf(at),
  BRAND_NAME: ({ counterpart }) => counterpart.brandName,
  REQUESTER: ({ organiser }) => organiser?.name ?? null,
  EMAIL: ({ organiser }) => organiser?.email ?? null,
};

const allStates: readonly MappingState[] = ['PENDING', 'ACCEPTED', 'REJECTED', 'ENDED', 'WITHDRAWN'];

interface MappingQuery {
  states?: readonly MappingState[] | undefined;
  updatedSince?: string | undefined;
  requestedByOrganisation?: boolean | undefined;
  search?: string | undefined;
  order: MappingOrder;
}

const defaultOrder: MappingOrder = { field: 'UPDATED_AT', direction: 'DESC' };

const cursorsOf = ({ services }: Context, organisationId: string, query: MappingQuery): ListCursors =>
  services.cursors.of({ list: 'mappings', organisationId, ...query });

/** Row outside a page, with a cursor of the unfiltered list in default order. */
export function toMappingEdge(context: Context, organisationId: string, row: MappingRow): MappingEdgeParent {
  const order = defaultOrder;
  const { write } = cursorsOf(context, organisationId, { order });
  return { ...row, cursor: write({ keys: rowOrderOf(keys, order).keysOf(row), id: row.id }) };
}

export async function mappingList(
  context: Context,
  organisationId: string,
  args: Partial<OrganisationMappingsArgs>,
): Promise<PagedList<MappingRow>> {
  const { api } = context;
  await authorizeActingOrganisation(api, 'mappings:view', organisationId);
  const search = searchOf(args);
  const states = filterOrArgument('filter.states', args.filter?.states, args.states);
  const updatedSince = momentFilter('filter.updatedSince', args.filter?.updatedSince);
  const requestedByOrganisation = args.filter?.requestedByOrganisation ?? undefined;
  const order = args.orderBy ?? defaultOrder;
  const [isFound, isRecent] = [containsSearch(search), changedSince(updatedSince)];
  return {
    cursors: cursorsOf(context, organisationId, { states, updatedSince, requestedByOrganisation, search, order }),
    read: async (window) => {
      const matching = (await readMappings(api, organisationId, states)).filter(
        ({ node, counterpart, organiser, requestedByOrganisation: isSent }) =>
          isRecent(node.updatedAt) &&
          isSent === (requestedByOrganisation ?? isSent) &&
          isFound([counterpart.brandName, organiser?.name ?? null, organiser?.email ?? null]),
      );
      return sortedPage(matching, window, rowOrderOf(keys, order));
    },
  };
}

export async function mappingPage(context: Context, organisationId: string, args: Partial<OrganisationMappingsArgs>) {
  const { edges, pageInfo, totalCount } = await connectionIn(await mappingList(context, organisationId, args), args);
  return {
    edges: edges.map(({ cursor, node }) => ({ ...node, cursor })),
    nodes: edges.map(({ node: { node } }) => node),
    pageInfo,
    totalCount,
  };
}

/** Mappings in these states: REST-33 and REST-34 for the own organisation as needed, otherwise REST-35. */
export async function readMappings(
  api: RequestCalls,
  organisationId: string,
  states: readonly MappingState[] = allStates,
  query: { rejected?: 'true' } = {},
): Promise<MappingRow[]> {
  const mayAnswer = await isAllowed(api, 'mappings:answer', organisationId);
  const { userId } = await readCaller(api);
  const [accepted, others] = [states.includes('ACCEPTED'), states.some((state) => state !== 'ACCEPTED')];
  const lists = (await isOwnOrganisation(api, organisationId))
    ? readOwn(api, accepted, others, query)
    : readOther(api, organisationId, query);
  const rows = (await lists).flatMap(({ call, list, activated }) => {
    const viewer = { mayAnswer, userId };
    // The list determines the state of rows that do not contain it.
    const readMapping = (value: unknown) => {
      const mapping = { ...recordOf(value), activated: recordOf(value).activated ?? activated };
      return isReadableMapping(mapping) ? mapping : null;
    };
    const readable = readRows(call, list, readMapping, api.log);
    // Mappings of other organisations are readable, and left out.
    return readable.flatMap((mapping) => mappingRowOf(mapping, organisationId, viewer) ?? []);
  });
  const first = new Map(rows.toReversed().map((row) => [row.id, row]));
  return [...first.values()].filter(({ node }) => states.includes(node.state));
}

interface MappingList {
  call: Call;
  list: readonly unknown[] | null | undefined;
  activated: true | null;
}

async function readOwn(
  api: RequestCalls,
  accepted: boolean,
  others: boolean,
  query: { rejected?: 'true' },
): Promise<MappingList[]> {
  const lists = await Promise.all([
    accepted && api.call(calls.accepctedOrgList, {}).then(({ accepted_org_list }) => accepted_org_list),
    others && api.call(calls.pendingOrgList, { query }).then(({ pending_org_list }) => pending_org_list),
  ]);
  const [acceptedList, otherList] = lists;
  return [
    ...(acceptedList === false ? [] : [{ call: calls.accepctedOrgList, list: acceptedList, activated: true as const }]),
    ...(otherList === false ? [] : [{ call: calls.pendingOrgList, list: otherList, activated: null }]),
  ];
}

async function readOther(
  api: RequestCalls,
  organisationId: string,
  query: { rejected?: 'true' },
): Promise<MappingList[]> {
  const call = calls.specificPenAccOrgList;
  const read = api.call(call, { query: { org_id: toWireId(organisationId), ...query } });
  const { accepted_org_list, pending_org_list } = await notFoundForInvalidId(read, organisationId);
  if (isSameList(accepted_org_list, pending_org_list)) return [{ call, list: accepted_org_list, activated: null }];
  return [
    { call, list: accepted_org_list, activated: true },
    { call, list: pending_org_list, activated: null },
  ];
}
