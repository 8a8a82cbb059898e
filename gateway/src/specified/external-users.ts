import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lists } from '@console/contract/lists';
import { isOwnOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { matchQuery, orderQuery, platformIdOrZero } from '../product-api/list-query.ts';
import {
  changedSince,
  containsSearch,
  pageFromPlatform,
  readRows,
  rowOrderOf,
  sortedPage,
} from '../product-api/lists.ts';
import type { Page, PagedList, SortKey } from '../product-api/paging.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { fullNameOf, textOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { type ExternalUserFilter, type ExternalUserQuery, externalUserQuery } from './external-user-query.ts';
import { externalUserRowOf, type ListedExternalUser } from './external-user-row.ts';
import { isSameUser } from './mapping-row.ts';

/** Accepts an invited user after adding details, unless the product API has done so. */
export async function acceptAfterDetails(context: Context, accept: () => Promise<void>): Promise<void> {
  if (!(await context.supports('extensions'))) await accept();
}

/** A page of external users. Without pages the gateway filters and cuts the whole list. */
export async function readExternalUserPage(
  context: Context,
  organisationId: string,
  query: ExternalUserQuery,
): Promise<Page<ListedExternalUser>> {
  const { api } = context;
  const { window, search, states, updatedSince, invitedByViewer, order } = query;
  if (await context.supports('extensions')) {
    const call = extensionCalls.externalUsers;
    const read = api.call(call, { query: { org_id: toWireId(organisationId), ...externalUserQuery(query) } });
    const response = await notFoundForInvalidId(read, organisationId);
    const rows = readRows(call, response.users, rowIn(organisationId), api.log);
    const keysOf = (row: ListedExternalUser) => [keys(rawText)[order.field](row)].flat();
    return pageFromPlatform(rows, response, window, keysOf);
  }
  const rows = await readListedExternalUsers(api, organisationId);
  const [isFound, isRecent] = [containsSearch(search), changedSince(updatedSince)];
  const { userId } = await readCaller(api);
  const matching = rows.filter(
    ({ user, homeOrganisation, state, at, mapping }) =>
      (states === undefined || states.includes(state)) &&
      isRecent(at) &&
      (invitedByViewer === undefined || isSameUser(mapping.requester, userId) === invitedByViewer) &&
      isFound([fullNameOf(user), textOf(user.email), homeOrganisation?.brandName ?? null]),
  );
  return sortedPage(matching, window, rowOrderOf(keys(textOf), order));
}

/** REST-32 for the caller's own organisation, otherwise REST-31. */
export async function readListedExternalUsers(
  api: RequestCalls,
  organisationId: string,
): Promise<ListedExternalUser[]> {
  const own = await isOwnOrganisation(api, organisationId);
  const call = own ? calls.accepctedPendingUserList : calls.extOrgAccepctedPendingUserList;
  const query = { ext_org_id: toWireId(organisationId) };
  const { accepted_pending_user_list } = await (own
    ? api.call(calls.accepctedPendingUserList, {})
    : notFoundForInvalidId(api.call(calls.extOrgAccepctedPendingUserList, { query }), organisationId));
  return readRows(call, accepted_pending_user_list, rowIn(organisationId), api.log);
}

export async function externalUserStream(
  context: Context,
  organisationId: string,
  { order, ...match }: ExternalUserFilter,
): Promise<PagedList<ListedExternalUser>['stream']> {
  if (!(await context.supports('extensions'))) return undefined;
  const query = {
    org_id: platformIdOrZero(organisationId),
    ...matchQuery(lists.external_users, match),
    ...orderQuery(lists.external_users, order),
  };
  return { list: 'external_users', query, rowOf: rowIn(organisationId) };
}

const rowIn = (organisationId: string) => (value: unknown) => externalUserRowOf(value, organisationId);

/** Our platform also sorts by blank texts. */
const rawText = (value: unknown) => (typeof value === 'string' ? value : null);

const keys = (
  text: typeof textOf,
): Record<ExternalUserFilter['order']['field'], (row: ListedExternalUser) => SortKey | SortKey[]> => ({
  AT: ({ at }) => timeMsOf(at),
  NAME: ({ user }) => [text(user.firstname), text(user.lastname)],
  EMAIL: ({ user }) => text(user.email),
});
