import {
  type Action,
  type Caller,
  decide,
  holderOf,
  levelOf,
  type RoleKey,
  roleByName,
  roles,
  scopeOf,
} from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { isId } from '@console/contract/shapes';
import { failure } from '../base/errors.ts';
import { ApiFailure, incomplete } from './errors.ts';
import { rowsIn } from './lists.ts';
import type { RequestCalls } from './request-calls.ts';
import {
  idOf,
  idOut,
  type OrganisationBody,
  organisationOf,
  recordOf,
  textOf,
  type UserBody,
  userOf,
} from './shape.ts';

/** The key of whoever asks; UNAUTHENTICATED when nobody is signed in. */
export function keyOf(api: RequestCalls): string {
  if (api.key === null) throw failure('UNAUTHENTICATED', 'Nobody is signed in');
  return api.key;
}

/** REST-3: the person whom the key belongs to. */
export async function readCurrentUser(api: RequestCalls): Promise<UserBody> {
  const call = calls.apiUserDetail;
  const user = userOf((await api.call(call, { body: { task: { api_key: keyOf(api) } } })).user);
  if (user === null) throw incomplete(api.log, call, 'user');
  callers.set(api, callerOf(user, api));
  return user;
}

/** REST-38: an organisation with its details. Who may see it is asked elsewhere. */
export async function readOrganisation(api: RequestCalls, id: string): Promise<OrganisationBody> {
  keyOf(api);
  const call = calls.orgDetail;
  const organisation = organisationOf((await api.call(call, { query: { org_id: idOut(id) } })).org);
  if (organisation === null) throw incomplete(api.log, call, 'org');
  return organisation;
}

/** The role of a user by its stable name or label; numeric ids differ between installations and say nothing. */
export function roleOf(user: UserBody): RoleKey | null {
  const role = recordOf(user.role);
  return roleByName(textOf(role.idStr), textOf(role.name), textOf(role.label), textOf(user.role));
}

/** A role as the schema has it. The product API's id differs between installations. */
export const roleWith = (key: RoleKey, id: string | null) => {
  const name = roles.find((role) => role.key === key)?.name ?? key;
  return { id: id ?? key, key, name, level: levelOf(key) };
};

/** Who asks, as the roles table and the operator's settings know them. */
export interface Asker extends Caller {
  userId: string | null;
}

/** Who asks is read once in a request: no act of theirs changes it, so what was read before a write holds after it. */
const callers = new WeakMap<RequestCalls, Asker>();

const callerOf = (user: UserBody, { settings }: RequestCalls): Asker => ({
  ...holderOf(roleOf(user), settings),
  organisationId: idOf(user.ent_org_id),
  userId: idOf(user.id),
});

/** Who asks, where that was read already. */
export const knownCaller = (api: RequestCalls): Asker | null => callers.get(api) ?? null;

/** Who asks. */
export async function readCaller(api: RequestCalls): Promise<Asker> {
  const known = callers.get(api);
  return known ?? callerOf(await readCurrentUser(api), api);
}

/** Reads on behalf of a caller who must be allowed to: role first, then the organisation, then whatever the read itself met. */
export async function allowedRead<T>(
  api: RequestCalls,
  action: Action,
  organisationId: string,
  read: Promise<T>,
): Promise<T> {
  const [caller, answer] = await Promise.allSettled([readCaller(api), read]);
  if (caller.status === 'rejected') throw caller.reason;
  refuse(decide(caller.value, action, organisationId));
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** Lets those go on whose role and organisation allow it; nothing but who asks is read before. */
export async function allowedTo(api: RequestCalls, action: Action, organisationId: string): Promise<void> {
  refuse(decide(await readCaller(api), action, organisationId));
}

/** Throws what the roles table decided, unless it allows. */
export function refuse(decision: ReturnType<typeof decide>): void {
  if (decision === 'forbidden') throw failure('FORBIDDEN', 'Your role does not allow this');
  if (decision === 'notFound') throw failure('NOT_FOUND', 'Not found');
}

/** REST-22: a user for somebody who may see them, or do more. Whose a user is stands in the answer, so one that is kept from the caller ends like an unknown one. */
export async function userFor(api: RequestCalls, id: string, action: Action = 'users:view'): Promise<UserBody> {
  const [caller, answer] = await Promise.allSettled([readCaller(api), readUser(api, id)]);
  if (caller.status === 'rejected') throw caller.reason;
  const scope = scopeOf(caller.value, action);
  if (scope === null) refuse('forbidden');
  if (answer.status === 'fulfilled') {
    refuse(decide(caller.value, action, idOf(answer.value.ent_org_id) ?? ''));
    return answer.value;
  }
  const { reason } = answer;
  const code = reason instanceof ApiFailure ? reason.code : null;
  if (code === 'NOT_FOUND' || (code === 'FORBIDDEN' && scope === 'own') || isNoId(reason, id)) refuse('notFound');
  throw reason;
}

/** REST-22. Who may see them is asked elsewhere. */
export async function readUser(api: RequestCalls, id: string): Promise<UserBody> {
  keyOf(api);
  const call = calls.getUserDetailById;
  const user = userOf((await api.call(call, { query: { user_id: idOut(id) } })).user);
  if (user === null) throw incomplete(api.log, call, 'user');
  return user;
}

/**
 * REST-17: every active user of an organisation; with `designation`, which only our platform is given, those who have one of these. Who may see them is
 * asked elsewhere.
 */
export async function readActiveUsers(
  api: RequestCalls,
  organisationId: string,
  more: { designation?: string[] } = {},
): Promise<UserBody[]> {
  const call = calls.activeUserList;
  const query = { org_id: idOut(organisationId), include_current_user: 'true' as const, ...more };
  return rowsIn(call, (await api.call(call, { query })).active_users, userOf, api.log);
}

/** REST-38 for somebody whose role lets them do this to the organisation, their own or every one. */
export const organisationFor = (
  api: RequestCalls,
  id: string,
  action: Action = 'organisations:view',
): Promise<OrganisationBody> => allowedRead(api, action, id, unlessNoId(readOrganisation(api, id), id));

/** Waits for a call about objects of these ids; NOT_FOUND when nothing can have one of them. */
export const unlessNoId = <T>(call: Promise<T>, ...ids: readonly string[]): Promise<T> =>
  call.catch((thrown) => {
    if (ids.some((id) => isNoId(thrown, id))) refuse('notFound');
    throw thrown;
  });

/** Whether a call failed because our platform knows that nothing can have this id. */
export const isNoId = (thrown: unknown, id: string): boolean =>
  thrown instanceof ApiFailure && thrown.code === 'INVALID' && !isId(id);
