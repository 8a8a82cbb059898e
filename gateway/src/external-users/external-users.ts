import { isOrganiserOrHigher } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { notFoundError } from '../base/errors.ts';
import { authorizeActingOrganisation, isAllowed, isOwnOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { roleIdOf } from '../core/user-form.ts';
import type { ExternalUserOrderField, OrganisationExternalUsersArgs } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { changedSince, containsSearch, readDecidingRows, rowOrderOf, sortedPage } from '../product-api/lists.ts';
import {
  connectionIn,
  filterValues,
  momentFilter,
  type PagedList,
  type SortKey,
  searchOf,
} from '../product-api/paging.ts';
import { notFoundForInvalidId, readActiveUsers, readUser, roleOf } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  boolOf,
  fullNameOf,
  idOf,
  isoTimeOf,
  isRecord,
  type OrganisationBody,
  recordOf,
  textOf,
  timeMsOf,
  toWireId,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { isSameUser, type MappingBody, mappingStateOf, organisationRefOf } from '../specified/mapping-row.ts';
import type { AcceptBlock } from '../specified/mapping-shapes.ts';
import { UserLists } from '../specified/user-lists.ts';
import type { ExternalUserParent } from './external-user-result.ts';

/** An organisation's external users, for callers who may see its users. */
export async function externalUserList(
  context: Context,
  organisationId: string,
  args: Partial<OrganisationExternalUsersArgs>,
  organisation: OrganisationBody | null = null,
): Promise<PagedList<ExternalUserParent>> {
  const { api } = context;
  await authorizeActingOrganisation(api, 'users:view', organisationId);
  const search = searchOf(args);
  const states = filterValues('filter.states', args.filter?.states);
  const updatedSince = momentFilter('filter.updatedSince', args.filter?.updatedSince);
  const order = args.orderBy ?? { field: 'AT', direction: 'DESC' };
  const list = { list: 'externalUsers', organisationId, search, states, updatedSince, order };
  const [isFound, isRecent] = [containsSearch(search), changedSince(updatedSince)];
  return {
    cursors: context.services.cursors.of(list),
    read: async (window) => {
      const response = await UserLists.of(context).externalUsers(organisationId);
      const rows = await readExternalUsers(api, organisationId, response, organisation);
      const matching = rows.filter(
        ({ user, homeOrganisation, state, at }) =>
          (states === undefined || states.includes(state)) &&
          isRecent(at) &&
          isFound([fullNameOf(user), textOf(user.email), homeOrganisation?.brandName ?? null]),
      );
      return sortedPage(matching, window, rowOrderOf(keys, order));
    },
  };
}

/** A page of them. */
export const externalUserPage = async (
  context: Context,
  organisation: OrganisationBody,
  args: Partial<OrganisationExternalUsersArgs>,
) => connectionIn(await externalUserList(context, idOf(organisation.id) ?? '', args, organisation), args);

const keys: Record<ExternalUserOrderField, (row: ExternalUserParent) => SortKey | SortKey[]> = {
  AT: ({ at }) => timeMsOf(at),
  NAME: ({ user }) => [textOf(user.firstname), textOf(user.lastname)],
  EMAIL: ({ user }) => textOf(user.email),
};

/** REST-32 for the caller's own organisation, REST-31 for any other, unless a response already has the list. */
export async function readExternalUsers(
  api: RequestCalls,
  organisationId: string,
  response: { readonly accepted_pending_user_list?: readonly unknown[] | null } | null = null,
  customer: OrganisationBody | null = null,
): Promise<ExternalUserParent[]> {
  const mayMap = await isAllowed(api, 'users:mapExternal', organisationId);
  const { userId } = await readCaller(api);
  const own = await isOwnOrganisation(api, organisationId);
  const call = own ? calls.accepctedPendingUserList : calls.extOrgAccepctedPendingUserList;
  const query = { ext_org_id: toWireId(organisationId) };
  const { accepted_pending_user_list } =
    response ??
    (await (own
      ? api.call(calls.accepctedPendingUserList, {})
      : notFoundForInvalidId(api.call(calls.extOrgAccepctedPendingUserList, { query }), organisationId)));
  const isOwn = (value: unknown) => {
    const mapping = mappingOfRow(recordOf(value));
    return mappingStateOf(mapping) === 'PENDING' && isSameUser(mapping.requester, userId);
  };
  const mayMapOwn =
    mayMap &&
    accepted_pending_user_list?.some(isOwn) === true &&
    !(await hasOtherOrganiser(api, organisationId, userId));
  const viewer = { mayMap, mayMapOwn, userId };
  const rowIn = (value: unknown) => {
    const row = recordOf(value);
    const user = externalUserIn(row);
    return user && externalUserOf(user, { ...mappingOfRow(row), customer }, organisationId, viewer);
  };
  return readDecidingRows(call, accepted_pending_user_list, rowIn, api.log);
}

/** The user in a row of external users; null for a row without one. */
export function externalUserIn(value: unknown): UserBody | null {
  const row = recordOf(value);
  return userOf(row.user) ?? userOf(row.mapped_user) ?? userOf(row.ent_usr) ?? userOf(row);
}

type UserMapping = Pick<MappingBody, 'activated' | 'status' | 'updated_at' | 'requester'> & {
  home?: unknown;
  customer?: unknown;
};

const mappingOfRow = (row: Record<string, unknown>): UserMapping => ({
  ...row,
  home: row.home_org ?? row.vendor,
  requester: row.requester ?? { id: row.requester_id },
});

/** A user who was only invited: without role or name, and of no other organisation. Any other record is not the organisation's to edit. */
function isStub(user: UserBody, { home }: UserMapping, organisationId: string): boolean {
  const homeId = idOf(user.ent_org_id) ?? idOf(recordOf(home).id);
  const hasRole = roleOf(user) !== null || roleIdOf(user) !== null;
  return (homeId === null || homeId === organisationId) && (!hasRole || fullNameOf(user) === '');
}

/** Why a user cannot be accepted, as far as the product API reports it. */
function blockOf(
  user: UserBody,
  { home, customer, requester }: UserMapping,
  userId: string | null,
): AcceptBlock | null {
  if ([home, customer].some((organisation) => boolOf(recordOf(organisation).is_disabled)))
    return 'ORGANISATION_DISABLED';
  if (boolOf(user.is_disabled)) return 'USER_INACTIVE';
  return isSameUser(requester, userId) ? 'OWN_INVITATION' : null;
}

/** Whether the organisation has an active Organiser or higher beside the caller, who can check the caller's invitations. Unknown counts as yes. */
async function hasOtherOrganiser(api: RequestCalls, organisationId: string, userId: string | null): Promise<boolean> {
  try {
    const users = await readActiveUsers(api, organisationId);
    if (users.length === 0) return true;
    return users.some(
      (user) => idOf(user.id) !== userId && isOrganiserOrHigher(roleOf(user)) && !boolOf(user.is_disabled),
    );
  } catch {
    return true;
  }
}

function externalUserOf(
  user: UserBody,
  mapping: UserMapping,
  organisationId: string,
  { mayMap, mayMapOwn, userId }: { mayMap: boolean; mayMapOwn: boolean; userId: string | null },
): ExternalUserParent {
  const state = mappingStateOf(mapping);
  const viewerCanReject = mayMap && state === 'PENDING';
  const block = viewerCanReject ? blockOf(user, mapping, userId) : null;
  const acceptBlock = block === 'OWN_INVITATION' && mayMapOwn ? null : block;
  const viewerCanMap = viewerCanReject && acceptBlock === null;
  return {
    id: `${organisationId}:${idOf(user.id)}`,
    organisationId,
    user,
    homeOrganisation: organisationRefOf(mapping.home) ?? organisationRefOf(user.ent_org, user.ent_org_id),
    state,
    at: isoTimeOf(mapping.updated_at),
    viewerCanMap,
    viewerCanReject,
    acceptBlock,
    viewerCanEditPerson: viewerCanMap && isStub(user, mapping, organisationId),
  };
}

/** REST-30: the mapping of a user to an organisation; null when there is none. */
export async function readUserMapping(
  api: RequestCalls,
  organisationId: string,
  userId: string,
  more: { rejected?: true } = {},
): Promise<MappingBody | null> {
  const body = { ent_usr_id: toWireId(userId), mapped_org_id: toWireId(organisationId), ...more };
  const { mapping } = await notFoundForInvalidId(api.call(calls.userMappingExists, { body }), userId, organisationId);
  return isRecord(mapping) && Object.keys(mapping).length > 0 ? mapping : null;
}

/** REST-30 and REST-22: an invited user, for callers who may accept them, else NOT_FOUND. Some product APIs find no mapping for a user without an account, who is in the list of external users nevertheless. */
export async function readExternalUserAndMapping(
  api: RequestCalls,
  organisationId: string,
  userId: string,
  more: { rejected?: true } = {},
) {
  const [mappingRead, userRead] = await Promise.allSettled([
    readUserMapping(api, organisationId, userId, more),
    readUser(api, userId),
  ]);
  if (mappingRead.status === 'rejected') throw mappingRead.reason;
  const mapping = mappingRead.value;
  if (mapping === null) return { externalUser: await findListedUser(api, organisationId, userId), mapping: {} };
  const user = userRead.status === 'fulfilled' ? userRead.value : userOfHiddenRecord(userRead.reason, mapping);
  const home = mapping.vendor;
  const mayMap = await isAllowed(api, 'users:mapExternal', organisationId);
  const { userId: viewerId } = await readCaller(api);
  const isOwn = mayMap && isSameUser(mapping.requester, viewerId);
  const mayMapOwn = isOwn && !(await hasOtherOrganiser(api, organisationId, viewerId));
  const viewer = { mayMap, mayMapOwn, userId: viewerId };
  return { externalUser: externalUserOf(user, { ...mapping, home }, organisationId, viewer), mapping };
}

/** REST-32 or REST-31: an external user without a reported mapping. */
async function findListedUser(api: RequestCalls, organisationId: string, userId: string): Promise<ExternalUserParent> {
  const listed = (await readExternalUsers(api, organisationId)).find(({ user }) => idOf(user.id) === userId);
  if (!listed) throw notFoundError();
  return listed;
}

/** A product API may hide the record of another organisation's user, and return them in the mapping only. */
function userOfHiddenRecord(reason: unknown, { mapped_user }: MappingBody): UserBody {
  const code = reason instanceof ApiFailure ? reason.code : null;
  if (code !== 'FORBIDDEN' && code !== 'NOT_FOUND') throw reason;
  const user = userOf(mapped_user);
  if (user === null) throw notFoundError();
  return user;
}
