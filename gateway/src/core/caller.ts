import {
  type Action,
  decideAccess,
  effectiveRole,
  isOwnLevel,
  mayManageRole,
  type RoleInOrganisation,
  type RoleKey,
  scopeOf,
} from '@console/contract/access';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { missingScopeText } from '@console/contract/key-scopes';
import { failure, notFoundError } from '../base/errors.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readCurrentUser, readOrganisation, readUser } from '../product-api/reads.ts';
import { failedForInvalidId, notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  boolOf,
  idOf,
  isOrganisationKeyCaller,
  type OrganisationBody,
  roleOf,
  type UserBody,
} from '../product-api/shape.ts';
import { assertValid } from './input-checks.ts';

export interface Caller extends RoleInOrganisation {
  /** Null for an organisation key. */
  userId: string | null;
  /** Scopes of an API key; null for a session, or if the product API has none. */
  keyScopes: readonly unknown[] | null;
}

type CurrentUserBody = UserBody & { readonly key_scopes?: unknown };

const callerFrom = (user: CurrentUserBody, { settings }: RequestCalls): Caller => ({
  ...effectiveRole(roleOf(user), settings),
  organisationId: idOf(user.ent_org_id),
  userId: isOrganisationKeyCaller(user) ? null : idOf(user.id),
  keyScopes: Array.isArray(user.key_scopes) ? user.key_scopes : null,
});

/** Read once per request; only onboarding changes its own caller. */
const callers = new WeakMap<RequestCalls, Caller>();

/** Caller of the request; UNAUTHENTICATED without a key. */
export async function readCaller(api: RequestCalls): Promise<Caller> {
  const caller = callers.get(api) ?? callerFrom(await readCurrentUser(api), api);
  callers.set(api, caller);
  return caller;
}

/** Reads the caller again after a mutation that changed them; returns the user. */
export async function rereadCaller(api: RequestCalls): Promise<UserBody> {
  api.clearReads();
  const user = await readCurrentUser(api);
  callers.set(api, callerFrom(user, api));
  return user;
}

export const cachedCaller = (api: RequestCalls): Caller | null => callers.get(api) ?? null;

export const isAllowed = async (api: RequestCalls, action: Action, organisationId: string): Promise<boolean> =>
  decideAccess(await readCaller(api), action, organisationId) === 'allowed';

/** Like `isAllowed`, for an organisation that must be enabled. */
export const isAllowedInEnabled = async (
  api: RequestCalls,
  { id, is_disabled }: OrganisationBody,
  action: Action,
): Promise<boolean> => !boolOf(is_disabled) && isAllowed(api, action, idOf(id) ?? '');

export const isCaller = async (api: RequestCalls, user: UserBody): Promise<boolean> =>
  (await readCaller(api)).userId === idOf(user.id);

export const isOwnOrganisation = async (api: RequestCalls, organisationId: string): Promise<boolean> =>
  (await readCaller(api)).organisationId === organisationId;

/** Throws FORBIDDEN or NOT_FOUND for a forbidden action; returns the caller. */
export async function authorize(api: RequestCalls, action: Action, organisationId: string): Promise<Caller> {
  const caller = await readCaller(api);
  assertAllowed(decideAccess(caller, action, organisationId));
  return caller;
}

/** Like `authorize`, for a user; FORBIDDEN for a higher role than the caller's. */
export async function authorizeForUser(api: RequestCalls, user: UserBody, action: Action): Promise<Caller> {
  const caller = await authorize(api, action, idOf(user.ent_org_id) ?? '');
  if (!mayManageRole(caller.role, roleOf(user))) throw failure('FORBIDDEN', 'This user has a higher role than you.');
  return caller;
}

/** Throws FORBIDDEN for a role without the action anywhere; returns the caller. */
export async function authorizeRole(api: RequestCalls, action: Action): Promise<Caller> {
  const caller = await readCaller(api);
  if (scopeOf(caller, action) === null) assertAllowed('forbidden');
  return caller;
}

export function assertAllowed(decision: ReturnType<typeof decideAccess>): void {
  if (decision === 'forbidden') throw failure('FORBIDDEN', 'Your role does not allow this action.');
  if (decision === 'notFound') throw notFoundError();
}

/** Organisation that the caller acts for, by default their own; authorised before any call about it. */
export async function authorizeActingOrganisation(
  api: RequestCalls,
  action: Action,
  requestedId: string | number | null | undefined,
): Promise<string> {
  const caller = await readCaller(api);
  const organisationId = requestedId == null ? caller.organisationId : String(requestedId);
  assertAllowed(decideAccess(caller, action, organisationId ?? ''));
  assertValid(organisationId === null ? { path: 'organisationId', ...requiredProblem } : null);
  return organisationId ?? '';
}

/** Throws FORBIDDEN for an API key without `sensitive:write` that gives its owner's role level: the user would outlive the key. */
export function requireScopeToGive(
  { role, keyScopes }: Caller,
  ...given: readonly (RoleKey | null | undefined)[]
): void {
  const scope = 'sensitive:write';
  if (keyScopes === null || keyScopes.includes(scope)) return;
  if (given.some((one) => isOwnLevel(role, one ?? null))) throw failure('FORBIDDEN', missingScopeText(scope));
}

/** Authorises while reading; an error of the permission comes first. */
export async function authorizedRead<T>(
  api: RequestCalls,
  action: Action,
  organisationId: string,
  read: Promise<T>,
): Promise<T> {
  const [caller, answer] = await Promise.allSettled([authorize(api, action, organisationId), read]);
  if (caller.status === 'rejected') throw caller.reason;
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** REST-22 with a permission check. Its response decides, so a hidden user is NOT_FOUND like an unknown one. */
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

/** Like `readAllowedUser`, for changes: FORBIDDEN for a higher role. */
export async function readManagedUser(api: RequestCalls, id: string, action: Action): Promise<UserBody> {
  const user = await readAllowedUser(api, id, action);
  await authorizeForUser(api, user, action);
  return user;
}

/** REST-38 with a permission check. */
export const readAllowedOrganisation = (
  api: RequestCalls,
  id: string,
  action: Action = 'organisations:view',
): Promise<OrganisationBody> => authorizedRead(api, action, id, notFoundForInvalidId(readOrganisation(api, id), id));
