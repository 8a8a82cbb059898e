import { departmentLeadRole, organiserRole, type RoleKey, roleLevel, roles } from '@console/contract/access';
import { personNeeded } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { seniorPosts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import { ApiFailure, incompleteResponse } from './errors.ts';
import { readRows } from './lists.ts';
import { failedForInvalidId } from './refusals.ts';
import type { RequestCalls } from './request-calls.ts';
import {
  boolOf,
  idOf,
  isOrganisationKeyCaller,
  type OrganisationBody,
  organisationOf,
  recordOf,
  toWireId,
  type UserBody,
  userOf,
} from './shape.ts';

/** The caller's key; UNAUTHENTICATED without one. */
export function requireKey(api: RequestCalls): string {
  if (api.key === null) throw failure('UNAUTHENTICATED', 'Sign in to continue.');
  return api.key;
}

/** REST-3: the key's owner, a person or an organisation. */
export async function readCurrentUser(api: RequestCalls): Promise<UserBody> {
  const call = calls.apiUserDetail;
  const withCount = api.countsPending && { with_pending_count: true };
  const { user: answered } = await api.call(call, { body: { task: { api_key: requireKey(api) }, ...withCount } });
  const body = recordOf(answered);
  // A key has no email.
  const isKey = isOrganisationKeyCaller(body);
  const user = isKey ? body : userOf(body);
  if (user === null) throw incompleteResponse(api.log, call, 'user');
  api.isAccepted = true;
  api.keyOwner = { userId: isKey ? null : idOf(user.id), keyId: idOf(body.key_id) };
  ownOrganisation(api).id = idOf(user.ent_org_id);
  return user;
}

/** Like `readCurrentUser`, for a person only: FORBIDDEN for an organisation key. */
export async function readPerson(api: RequestCalls): Promise<UserBody> {
  const user = await readCurrentUser(api);
  if (isOrganisationKeyCaller(user)) throw failure('FORBIDDEN', personNeeded);
  return user;
}

class OwnOrganisation {
  id: string | null = null;
  read: Promise<OrganisationBody> | null = null;
}

const ownOrganisation = (api: RequestCalls) => api.perRequest(OwnOrganisation, () => new OwnOrganisation());

/** REST-38 for the own organisation without its id, an extension. */
export function readOwnOrganisation(api: RequestCalls): Promise<OrganisationBody> {
  const own = ownOrganisation(api);
  own.read ??= readDetail(api, {});
  return own.read;
}

/** REST-38 without a permission check. */
export async function readOrganisation(api: RequestCalls, id: string): Promise<OrganisationBody> {
  const own = ownOrganisation(api);
  return own.read && own.id === id ? own.read : readDetail(api, { org_id: toWireId(id) });
}

async function readDetail(api: RequestCalls, query: { org_id?: string | number }): Promise<OrganisationBody> {
  requireKey(api);
  const call = calls.orgDetail;
  const organisation = organisationOf((await api.call(call, { query })).org);
  if (organisation === null) throw incompleteResponse(api.log, call, 'org');
  return organisation;
}

export const toRole = (key: RoleKey, id: string | null) => {
  const name = roles.find((role) => role.key === key)?.name ?? key;
  return {
    id: id ?? key,
    key,
    name,
    level: roleLevel(key),
    canLeadDepartment: key === departmentLeadRole,
    proposedForOrganiser: key === organiserRole,
    proposedForDesignations: seniorPosts.filter(({ role }) => role === key).map((post) => post.id),
  };
};

export type RoleParent = ReturnType<typeof toRole>;

/** REST-22 without a permission check. */
export async function readUser(api: RequestCalls, id: string): Promise<UserBody> {
  requireKey(api);
  const call = calls.getUserDetailById;
  const user = userOf((await api.call(call, { query: { user_id: toWireId(id) } })).user);
  if (user === null) throw incompleteResponse(api.log, call, 'user');
  return user;
}

/** REST-22 without a permission check: an active user of an organisation; null for any other id. */
export async function readActiveUser(api: RequestCalls, organisationId: string, id: string): Promise<UserBody | null> {
  const user = await readUser(api, id).catch((thrown) => {
    if (failedForInvalidId(thrown, id) || (thrown instanceof ApiFailure && thrown.code === 'NOT_FOUND')) return null;
    throw thrown;
  });
  return user && !boolOf(user.is_disabled) && idOf(user.ent_org_id) === organisationId ? user : null;
}

/** REST-17 or REST-18 without a permission check: all users in a state; `designation` is an extension. */
export async function readUsersInState(
  api: RequestCalls,
  organisationId: string,
  status: 'ACTIVE' | 'INACTIVE',
  more: { designation?: string[] } = {},
): Promise<UserBody[]> {
  const isActive = status === 'ACTIVE';
  const query = { org_id: toWireId(organisationId), ...more };
  const rowOf = (value: unknown) => userIn(value, organisationId, !isActive);
  if (isActive) {
    const response = await api.call(calls.activeUserList, { query: { ...query, include_current_user: 'true' } });
    return readRows(calls.activeUserList, response.active_users, rowOf, api.log);
  }
  const response = await api.call(calls.inactiveUserList, { query });
  return readRows(calls.inactiveUserList, response.inactive_users, rowOf, api.log);
}

/** The list determines the state and organisation of rows that do not contain them. */
function userIn(value: unknown, organisationId: string, is_disabled: boolean): UserBody | null {
  const user = userOf(value);
  if (user === null || (user.is_disabled != null && user.ent_org_id != null)) return user;
  return { ...user, is_disabled: user.is_disabled ?? is_disabled, ent_org_id: user.ent_org_id ?? organisationId };
}

/** Null if a read after a successful mutation fails. */
export async function nullOnFailure<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof GraphQLError) return null;
    throw thrown;
  }
}
