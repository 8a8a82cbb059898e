import { type Action, type Caller, decide, type RoleKey, roleByName } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { failure } from '../errors.ts';
import { ApiFailure, flatten } from './errors.ts';
import type { RequestCalls } from './request-calls.ts';
import {
  idOf,
  idOut,
  isRecord,
  type OrganisationBody,
  objectOf,
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
  const body = await api.call(call, { body: { task: { api_key: keyOf(api) } } });
  const user = userOf(objectOf(body, 'user', 'current_ent_usr', 'ent_usr'));
  if (user) return user;
  // 'User detail or errors': a refusal may come with status 200.
  const message = isRecord(body) && body.errors !== undefined ? flatten(body).message : noObject('user', call.path);
  throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { message });
}

/** REST-38: an organisation with its details. Who may see it is asked elsewhere. */
export async function readOrganisation(api: RequestCalls, id: string): Promise<OrganisationBody> {
  keyOf(api);
  const call = calls.orgDetail;
  const body = await api.call(call, { query: { org_id: idOut(id) } });
  const organisation = organisationOf(objectOf(body, 'org', 'ent_org', 'organisation'));
  if (organisation) return organisation;
  throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { message: noObject('organisation', call.path) });
}

const noObject = (what: string, path: string) => `The product API's answer to ${path} has no ${what}`;

/** The role of a user by its stable name or label; numeric ids differ between installations and say nothing. */
export function roleOf(user: UserBody): RoleKey | null {
  const role = recordOf(user.role);
  return roleByName(textOf(role.idStr), textOf(role.name), textOf(role.label), textOf(user.role));
}

/** Who asks, as the roles table knows them. */
export async function readCaller(api: RequestCalls): Promise<Caller> {
  const user = await readCurrentUser(api);
  return { role: roleOf(user), organisationId: idOf(user.ent_org_id) };
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
  const decision = decide(caller.value, action, organisationId);
  if (decision === 'forbidden') throw failure('FORBIDDEN', 'Your role does not allow this');
  if (decision === 'notFound') throw failure('NOT_FOUND', 'Not found');
  if (answer.status === 'rejected') throw answer.reason;
  return answer.value;
}

/** REST-38 for somebody whose role lets them view organisations, their own or every one. */
export const organisationFor = (api: RequestCalls, id: string): Promise<OrganisationBody> =>
  allowedRead(api, 'organisations:view', id, readOrganisation(api, id));
