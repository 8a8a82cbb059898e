import { calls } from '@console/contract/calls/all';
import type { Context } from '../context.ts';
import { rowsIn } from '../product-api/lists.ts';
import { allowedRead, organisationFor } from '../product-api/reads.ts';
import { withInputNames } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, idOut, type OrganisationBody, type UserBody, userOf } from '../product-api/shape.ts';
import { type ActedOrganisation, asAnswered } from './acted-organisation.ts';

/** The organiser as the organisation's own body tells them, else by REST-42. */
export function organiserOf(
  api: RequestCalls,
  { id, organizer }: OrganisationBody,
): UserBody | null | Promise<UserBody | null> {
  return organizer === undefined ? readOrganiser(api, idOf(id) ?? '') : userOf(organizer);
}

/** REST-42; null when the organisation has none. */
export async function readOrganiser(api: RequestCalls, organisationId: string): Promise<UserBody | null> {
  return userOf((await api.call(calls.getOrganiser, { body: { org_id: idOut(organisationId) } })).organiser);
}

/** REST-43. */
export function organiserCandidates(api: RequestCalls, organisationId: string): Promise<UserBody[]> {
  const call = calls.orgOrganiserList;
  const read = async () => {
    const { organiser_list } = await api.call(call, { query: { org_id: idOut(organisationId) } });
    return rowsIn(call, organiser_list, userOf, api.log);
  };
  return allowedRead(api, 'organisations:changeOrganiser', organisationId, read());
}

/** REST-44. */
export async function changeOrganiser(
  { api }: Context,
  organisationId: string,
  userId: string,
): Promise<ActedOrganisation> {
  await organisationFor(api, organisationId, 'organisations:changeOrganiser');
  const body = { org_id: idOut(organisationId), organizer_id: idOut(userId) };
  const names = { org_id: 'organisationId', organizer_id: 'userId' };
  const { org } = await withInputNames(names, api.call(calls.updateOrganiser, { body }));
  return asAnswered(api, org, organisationId);
}
