import { calls } from '@console/contract/calls/all';
import { seniorPosts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readActiveUsers, readOrganisation, readOwnOrganisation } from '../product-api/reads.ts';
import { boolOf, type OrganisationBody, toWireId, type UserBody } from '../product-api/shape.ts';

/** REST-38 of the caller's organisation; null without one. A product API that needs its id is asked for the caller first. */
export async function readCallersOrganisation(context: Context): Promise<OrganisationBody | null> {
  const { api } = context;
  if (await context.supports('own_org')) return readOwnOrganisation(api);
  const { organisationId } = await readCaller(api);
  return organisationId === null ? null : readOrganisation(api, organisationId);
}

/** REST-17: users among whom are all holders of senior posts, and where the product API can choose, no others. */
export const readPostHolders = async (context: Context, organisationId: string): Promise<UserBody[]> =>
  readActiveUsers(
    context.api,
    organisationId,
    (await context.supports('user_lists')) ? { designation: seniorPosts.map(({ id }) => id) } : {},
  );

/** Throws when the state is unknown: the call may toggle it, and would then do the opposite. */
export function isDisabled(log: FastifyBaseLogger, { is_disabled }: OrganisationBody): boolean {
  if (is_disabled != null) return boolOf(is_disabled);
  throw incompleteResponse(log, calls.orgDetail, 'org.is_disabled');
}

/** REST-45; the organisation as far as it is known then. A product API that toggles is asked for the state before and after, one change of an organisation at a time. */
export async function setOrganisationState(
  context: Context,
  id: string,
  requested: boolean,
): Promise<OrganisationBody | null | undefined> {
  const { api, services } = context;
  const org_id = toWireId(id);
  if (await context.supports('requested_state'))
    return sendState(context, { org_id, is_disabled: requested ? 'true' : 'false' }, requested);
  return services.keyedMutex.runExclusive(`organisation ${id}`, async () => {
    api.clearReads();
    const current = await readOrganisation(api, id);
    if (isDisabled(context.log, current) === requested) return current;
    await sendState(context, { org_id }, requested);
    const after = await readOrganisation(api, id).catch(() => null);
    assertState(after, requested);
    return after;
  });
}

async function sendState(
  { api }: Context,
  query: { org_id: string | number; is_disabled?: 'true' | 'false' },
  requested: boolean,
) {
  const { org } = await api.call(calls.enableDisableOrg, { query });
  assertState(org, requested);
  return org;
}

/** Throws CONFLICT for an answer with the opposite state. */
function assertState(answered: OrganisationBody | null | undefined, requested: boolean): void {
  const reported = answered?.is_disabled;
  if (reported != null && boolOf(reported) !== requested)
    throw failure('CONFLICT', 'Somebody else has changed this organisation. Please look at it again.');
}
