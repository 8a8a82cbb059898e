import { isOrganiserOrHigher, roles } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { lists } from '@console/contract/lists';
import { maxPageSize } from '@console/contract/rules';
import { notFoundError } from '../base/errors.ts';
import { authorizeActingOrganisation, isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { roleIdOf } from '../core/user-form.ts';
import type { OrganisationExternalUsersArgs } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { checkedMatch } from '../product-api/list-query.ts';
import {
  type Connection,
  connectionIn,
  firstRowsWindow,
  type PagedList,
  type RequestedPage,
} from '../product-api/paging.ts';
import { readUser } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  boolOf,
  fullNameOf,
  idOf,
  isRecord,
  type OrganisationBody,
  recordOf,
  roleOf,
  toWireId,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { type ListedExternalUser, listedExternalUser } from '../specified/external-user-row.ts';
import { externalUserStream, readExternalUserPage, readListedExternalUsers } from '../specified/external-users.ts';
import { isSameUser, type MappingBody } from '../specified/mapping-row.ts';
import type { AcceptBlock } from '../specified/mapping-shapes.ts';
import { readUserPage } from '../specified/user-lists.ts';
import type { ExternalUserParent } from './external-user-result.ts';

export async function externalUserList(
  context: Context,
  organisationId: string,
  args: Partial<OrganisationExternalUsersArgs>,
): Promise<PagedList<ListedExternalUser>> {
  await authorizeActingOrganisation(context.api, 'users:view', organisationId);
  const order = args.orderBy ?? ({ field: 'AT', direction: 'DESC' } as const);
  const filter = { ...checkedMatch(lists.external_users, args, args.filter), order };
  return {
    cursors: context.services.cursors.of({ list: 'externalUsers', organisationId, ...filter }),
    read: (window) => readExternalUserPage(context, organisationId, { ...filter, window }),
    stream: await externalUserStream(context, organisationId, filter),
  };
}

export async function externalUserPage(
  context: Context,
  organisation: OrganisationBody,
  args: Partial<OrganisationExternalUsersArgs>,
): Promise<Connection<ExternalUserParent>> {
  const organisationId = idOf(organisation.id) ?? '';
  const { cursors, read } = await externalUserList(context, organisationId, args);
  const readVisible = async (window: RequestedPage) => {
    const page = await read(window);
    return { ...page, rows: await asViewed(context, organisationId, page.rows, organisation) };
  };
  return connectionIn({ cursors, read: readVisible }, args);
}

export const readExternalUsers = async (context: Context, organisationId: string): Promise<ExternalUserParent[]> =>
  asViewed(context, organisationId, await readListedExternalUsers(context.api, organisationId), null);

async function asViewed(
  context: Context,
  organisationId: string,
  rows: readonly ListedExternalUser[],
  customer: OrganisationBody | null,
): Promise<ExternalUserParent[]> {
  const { api } = context;
  const mayMap = await isAllowed(api, 'users:mapExternal', organisationId);
  const { userId } = await readCaller(api);
  const isOwn = ({ state, mapping }: ListedExternalUser) =>
    state === 'PENDING' && isSameUser(mapping.requester, userId);
  const mayMapOwn = mayMap && rows.some(isOwn) && !(await hasOtherOrganiser(context, organisationId, userId));
  return rows.map((row) => externalUserOf(row, { mayMap, mayMapOwn, userId }, customer));
}

/** An invited user without role, name or other organisation. Other records cannot be edited here. */
function isStub({ user, mapping: { home }, organisationId }: ListedExternalUser): boolean {
  const homeId = idOf(user.ent_org_id) ?? idOf(recordOf(home).id);
  const hasRole = roleOf(user) !== null || roleIdOf(user) !== null;
  return (homeId === null || homeId === organisationId) && (!hasRole || fullNameOf(user) === '');
}

/** Why a user cannot be accepted, as far as the product API reports it. */
function blockOf({ user, mapping }: ListedExternalUser, customer: unknown, userId: string | null): AcceptBlock | null {
  if ([mapping.home, customer].some((organisation) => boolOf(recordOf(organisation).is_disabled)))
    return 'ORGANISATION_DISABLED';
  if (boolOf(user.is_disabled)) return 'USER_INACTIVE';
  if (boolOf(mapping.must_resend)) return 'INVITATION_INVALID';
  return isSameUser(mapping.requester, userId) ? 'OWN_INVITATION' : null;
}

const organiserRoles = roles.flatMap(({ key }) => (isOrganiserOrHigher(key) ? key : []));

/** Whether another active Organiser or higher can check the caller's invitations; if unknown, yes. */
async function hasOtherOrganiser(context: Context, organisationId: string, userId: string | null): Promise<boolean> {
  const query = {
    roleKeys: organiserRoles,
    window: { ...firstRowsWindow(maxPageSize), withoutTotal: true },
  };
  try {
    const { all, rows } = await readUserPage(context, organisationId, 'ACTIVE', query);
    return all === 0 || rows.some((user) => idOf(user.id) !== userId && !boolOf(user.is_disabled));
  } catch {
    return true;
  }
}

function externalUserOf(
  row: ListedExternalUser,
  { mayMap, mayMapOwn, userId }: { mayMap: boolean; mayMapOwn: boolean; userId: string | null },
  customer: unknown,
): ExternalUserParent {
  const viewerCanReject = mayMap && row.state === 'PENDING';
  const block = viewerCanReject ? blockOf(row, customer, userId) : null;
  const acceptBlock = block === 'OWN_INVITATION' && mayMapOwn ? null : block;
  const viewerCanMap = viewerCanReject && acceptBlock === null;
  return { ...row, viewerCanMap, viewerCanReject, acceptBlock, viewerCanEditPerson: viewerCanMap && isStub(row) };
}

/** REST-30: mapping of a user to an organisation; null if none. */
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

/** REST-30 and REST-22: an invited user, else NOT_FOUND. Some product APIs return no mapping, only the list has users without account. */
export async function readExternalUserAndMapping(
  context: Context,
  organisationId: string,
  userId: string,
  more: { rejected?: true } = {},
) {
  const { api } = context;
  const [mappingRead, userRead] = await Promise.allSettled([
    readUserMapping(api, organisationId, userId, more),
    readUser(api, userId),
  ]);
  if (mappingRead.status === 'rejected') throw mappingRead.reason;
  const mapping = mappingRead.value;
  if (mapping === null) return { externalUser: await findListedUser(context, organisationId, userId), mapping: {} };
  const user = userRead.status === 'fulfilled' ? userRead.value : userOfHiddenRecord(userRead.reason, mapping);
  const home = mapping.vendor;
  const mayMap = await isAllowed(api, 'users:mapExternal', organisationId);
  const { userId: viewerId } = await readCaller(api);
  const isOwn = mayMap && isSameUser(mapping.requester, viewerId);
  const mayMapOwn = isOwn && !(await hasOtherOrganiser(context, organisationId, viewerId));
  const viewer = { mayMap, mayMapOwn, userId: viewerId };
  const row = listedExternalUser(user, { ...mapping, home }, organisationId);
  return { externalUser: externalUserOf(row, viewer, mapping.customer), mapping };
}

/** REST-32 or REST-31: an external user without a reported mapping. */
async function findListedUser(context: Context, organisationId: string, userId: string): Promise<ExternalUserParent> {
  const listed = (await readExternalUsers(context, organisationId)).find(({ user }) => idOf(user.id) === userId);
  if (!listed) throw notFoundError();
  return listed;
}

/** A product API may hide another organisation's user and return them in the mapping only. */
function userOfHiddenRecord(reason: unknown, { mapped_user }: MappingBody): UserBody {
  const code = reason instanceof ApiFailure ? reason.code : null;
  if (code !== 'FORBIDDEN' && code !== 'NOT_FOUND') throw reason;
  const user = userOf(mapped_user);
  if (user === null) throw notFoundError();
  return user;
}
