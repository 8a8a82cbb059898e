import { isOrganiserOrHigher } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import type { FieldProblem } from '@console/contract/errors';
import { authorizedRead, readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { readActiveUser } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import {
  idOf,
  type OrganisationBody,
  organisationOf,
  roleOf,
  toWireId,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { type OrganisationResult, organisationResultFromResponse } from './organisation-result.ts';

/** Organiser in the organisation's body, else by REST-42. */
export function organiserOf(
  api: RequestCalls,
  { id, organizer }: OrganisationBody,
): UserBody | null | Promise<UserBody | null> {
  return organizer === undefined ? readOrganiser(api, idOf(id) ?? '') : userOf(organizer);
}

/** REST-42; null if the organisation has none. */
export async function readOrganiser(api: RequestCalls, organisationId: string): Promise<UserBody | null> {
  return userOf((await api.call(calls.getOrganiser, { body: { org_id: toWireId(organisationId) } })).organiser);
}

/** REST-43. */
export function readOrganiserCandidates(api: RequestCalls, organisationId: string): Promise<UserBody[]> {
  const call = calls.orgOrganiserList;
  const read = async () => {
    const { organiser_list } = await api.call(call, { query: { org_id: toWireId(organisationId) } });
    return readRows(call, organiser_list, userOf, api.log);
  };
  return authorizedRead(api, 'organisations:changeOrganiser', organisationId, read());
}

const notCandidate: FieldProblem = {
  code: 'NOT_ALLOWED',
  message: 'must be an active user of the organisation with the role Organiser or higher',
};

/** REST-22: whether a user can become the organiser of an organisation (CHECKLIST OPEN-41). */
async function isCandidate(api: RequestCalls, organisationId: string, userId: string): Promise<boolean> {
  const user = await readActiveUser(api, organisationId, userId);
  return user !== null && isOrganiserOrHigher(roleOf(user));
}

/** REST-44. Confirmed by REST-42 if the response lacks the organisation. */
export async function changeOrganiser(
  { api }: Context,
  organisationId: string,
  userId: string,
): Promise<OrganisationResult> {
  await readAllowedOrganisation(api, organisationId, 'organisations:changeOrganiser');
  const candidate = await isCandidate(api, organisationId, userId);
  assertValid(candidate ? null : { path: 'userId', ...notCandidate });
  const body = { org_id: toWireId(organisationId), organizer_id: toWireId(userId) };
  const names = { org_id: 'organisationId', organizer_id: 'userId' };
  const { org } = await rethrowWithInputNames(names, api.call(calls.updateOrganiser, { body }));
  if (organisationOf(org) === null && idOf((await readOrganiser(api, organisationId))?.id) !== userId)
    throw incompleteResponse(api.log, calls.updateOrganiser, 'org');
  return organisationResultFromResponse(api, org, organisationId);
}
