import {
  type Action,
  decideAccess,
  departmentLeadRole,
  effectiveRole,
  isOwnLevel,
  mayManageRole,
  organiserRole,
  type RoleInOrganisation,
  type RoleKey,
  roleByName,
  roleLevel,
  roles,
  scopeOf,
} from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { missingScopeText } from '@console/contract/key-scopes';
import { seniorPosts } from '@console/contract/rules';
import { isId } from '@console/contract/shapes';
import { failure } from '../base/errors.ts';
import { ApiFailure, incompleteResponse } from './errors.ts';
import { readRows } from './lists.ts';
import type { RequestCalls } from './request-calls.ts';
import {
  idOf,
  type OrganisationBody,
  organisationOf,
  recordOf,
  textOf,
  toWireId,
  type UserBody,
  userOf,
} from './shape.ts';

/** The caller's key; UNAUTHENTICATED without one. */
export function requireKey(api: RequestCalls): string {
  if (api.key === null) throw failure('UNAUTHENTICATED', 'Nobody is signed in');
  return api.key;
}

/** REST-3: the owner of the key. */
export async function readCurrentUser(api: RequestCalls): Promise<UserBody> {
  const call = calls.apiUserDetail;
  const user = userOf((await api.call(call, { body: { task: { api_key: requireKey(api) } } })).user);
  if (user === null) throw incompleteResponse(api.log, call, 'user');
  callers.set(api, callerOf(user, api));
  return user;
}

/** The organisation of the caller, if it was read without its id. */
class OwnOrganisation {
  read: Promise<OrganisationBody> | null = null;
}
const ownOrganisation = (api: RequestCalls) => api.perRequest(OwnOrganisation, () => new OwnOrganisation());

/** REST-38 for the caller's own organisation without its id, which is an extension. */
export function readOwnOrganisation(api: RequestCalls): Promise<OrganisationBody> {
  const own = ownOrganisation(api);
  own.read ??= readDetail(api, {});
  return own.read;
}

/** REST-38, without a permission check. */
export async function readOrganisation(api: RequestCalls, id: string): Promise<OrganisationBody> {
  const { read } = ownOrganisation(api);
  return read && cachedCaller(api)?.organisationId === id ? read : readDetail(api, { org_id: toWireId(id) });
}

async function readDetail(api: RequestCalls, query: { org_id?: string | number }): Promise<OrganisationBody> {
  requireKey(api);
  const call = calls.orgDetail;
  const organisation = organisationOf((await api.call(call, { query })).org);
  if (organisation === null) throw incompleteResponse(api.log, call, 'org');
  return organisation;
}

/** The role of a user by its stable name or label; numeric ids differ between installations. */
export function roleOf(user: UserBody): RoleKey | null {
  const role = recordOf(user.role);
  return roleByName(textOf(role.idStr), textOf(role.name), textOf(role.label), textOf(user.role));
}

/** A role as the schema has it. */
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

/** The caller as the access table and the settings need them. */
export interface CallerIdentity extends RoleInOrganisation {
  userId: string | null;
  /** The scopes of the caller's API key; null for a session, and for a product API without scopes. */
  keyScopes: readonly unknown[] | null;
}

type CurrentUserBody = UserBody & { readonly key_scopes?: unknown };

/** Read once per request; no mutation changes its own caller. */
const callers = new WeakMap<RequestCalls, CallerIdentity>();

const callerOf = (user: CurrentUserBody, { settings }: RequestCalls): CallerIdentity => ({
  ...effectiveRole(roleOf(user), settings),
  organisationId: idOf(user.ent_org_id),
  userId: idOf(user.id),
  keyScopes: Array.isArray(user.key_scopes) ? user.key_scopes : null,
});

/** Throws FORBIDDEN for an API key without `sensitive:write` that gives a role of its owner's level: its user would outlive the key. */
export function requireScopeToGive(
  { role, keyScopes }: CallerIdentity,
  ...given: readonly (RoleKey | null | undefined)[]
): void {
  const scope = 'sensitive:write';
  if (keyScopes === null || keyScopes.includes(scope)) return;
  if (given.some((one) => isOwnLevel(role, one ?? null))) throw failure('FORBIDDEN', missingScopeText(scope));
}

/** The caller, if already read. */
export const cachedCaller = (api: RequestCalls): CallerIdentity | null => callers.get(api) ?? null;

/** The caller of the request. */
export async function readCaller(api: RequestCalls): Promise<CallerIdentity> {
  const cached = callers.get(api);
  return cached ?? callerOf(await readCurrentUser(api), api);
}

/** Checks the permission while reading; the error of the permission check comes first. */
export async function authorizedRead<T>(
  api: RequestCalls,
  action: Action,
  organisationId: string,
  read: Promise<T>,
): Promise<T> {
  const [caller, answer] = await Promise.allSettled([readCaller(api), read]);
  if (caller.status === 'rejected') throw caller.reason;
  assertAllowed(decideAccess(caller.value, action, organisationId));
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** Throws FORBIDDEN or NOT_FOUND unless the caller may perform the action. */
export async function authorize(api: RequestCalls, action: Action, organisationId: string): Promise<void> {
  assertAllowed(decideAccess(await readCaller(api), action, organisationId));
}

/** The same for an action on a user; FORBIDDEN for one with a higher role than the caller's. */
export async function authorizeForUser(api: RequestCalls, user: UserBody, action: Action): Promise<void> {
  await authorize(api, action, idOf(user.ent_org_id) ?? '');
  if (!mayManageRole((await readCaller(api)).role, roleOf(user)))
    throw failure('FORBIDDEN', 'This user has a higher role than you');
}

/** Throws the error of a decision other than allowed. */
export function assertAllowed(decision: ReturnType<typeof decideAccess>): void {
  if (decision === 'forbidden') throw failure('FORBIDDEN', 'Your role does not allow this');
  if (decision === 'notFound') throw failure('NOT_FOUND', 'Not found');
}

/** REST-22 with a permission check. The response contains the user's organisation, so a hidden user is NOT_FOUND like an unknown one. */
export async function readAllowedUser(api: RequestCalls, id: string, action: Action = 'users:view'): Promise<UserBody> {
  const [caller, answer] = await Promise.allSettled([readCaller(api), readUser(api, id)]);
  if (caller.status === 'rejected') throw caller.reason;
  const scope = scopeOf(caller.value, action);
  if (scope === null) assertAllowed('forbidden');
  if (answer.status === 'fulfilled') {
    assertAllowed(decideAccess(caller.value, action, idOf(answer.value.ent_org_id) ?? ''));
    return answer.value;
  }
  const { reason } = answer;
  const code = reason instanceof ApiFailure ? reason.code : null;
  if (code === 'NOT_FOUND' || (code === 'FORBIDDEN' && scope === 'own') || failedForInvalidId(reason, id))
    assertAllowed('notFound');
  throw reason;
}

/** REST-22, without a permission check. */
export async function readUser(api: RequestCalls, id: string): Promise<UserBody> {
  requireKey(api);
  const call = calls.getUserDetailById;
  const user = userOf((await api.call(call, { query: { user_id: toWireId(id) } })).user);
  if (user === null) throw incompleteResponse(api.log, call, 'user');
  return user;
}

/** REST-17: the active users of an organisation, without a permission check; `designation` is an extension. */
export async function readActiveUsers(
  api: RequestCalls,
  organisationId: string,
  more: { designation?: string[] } = {},
): Promise<UserBody[]> {
  const call = calls.activeUserList;
  const query = { org_id: toWireId(organisationId), include_current_user: 'true' as const, ...more };
  return readRows(call, (await api.call(call, { query })).active_users, userOf, api.log);
}

/** REST-38 with a permission check. */
export const readAllowedOrganisation = (
  api: RequestCalls,
  id: string,
  action: Action = 'organisations:view',
): Promise<OrganisationBody> => authorizedRead(api, action, id, notFoundForInvalidId(readOrganisation(api, id), id));

/** Waits for a call about these ids; NOT_FOUND when one of them is not a possible id. */
export const notFoundForInvalidId = <T>(call: Promise<T>, ...ids: readonly string[]): Promise<T> =>
  call.catch((thrown) => {
    if (ids.some((id) => failedForInvalidId(thrown, id))) assertAllowed('notFound');
    throw thrown;
  });

/** Whether a call failed because the id has a form that no id has. */
export const failedForInvalidId = (thrown: unknown, id: string): boolean =>
  thrown instanceof ApiFailure && thrown.code === 'INVALID' && !isId(id);
