import { calls } from '@console/contract/calls/all';
import { seniorPosts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import {
  notFoundForInvalidId,
  readActiveUser,
  readOrganisation,
  readOwnOrganisation,
  readUsersInState,
} from '../product-api/reads.ts';
import { idOf, type OrganisationBody, toWireId, type UserBody } from '../product-api/shape.ts';
import { assertState, checksStateChange, knownState } from './disabled-state.ts';

/** REST-38 of the caller's organisation; null without one. A product API that needs its id is asked for the caller first. */
export async function readCallersOrganisation(context: Context): Promise<OrganisationBody | null> {
  const { api } = context;
  if (await context.supports('extensions')) return readOwnOrganisation(api);
  const { organisationId } = await readCaller(api);
  return organisationId === null ? null : readOrganisation(api, organisationId);
}

/** REST-17: users that include all holders of senior posts, and where the product API can choose, no others. */
export const readPostHolders = async (context: Context, organisationId: string): Promise<UserBody[]> =>
  readUsersInState(
    context.api,
    organisationId,
    'ACTIVE',
    (await context.supports('extensions')) ? { designation: seniorPosts.map(({ id }) => id) } : {},
  );

/** An active user of an organisation, null for any other id, and holders of senior posts: REST-17, where the product API can choose with REST-22. */
export async function readNominee(
  context: Context,
  organisationId: string,
  userId: string,
): Promise<{ user: UserBody | null; holders: readonly UserBody[] }> {
  if (await context.supports('extensions')) {
    const [user, holders] = await Promise.all([
      readActiveUser(context.api, organisationId, userId),
      readPostHolders(context, organisationId),
    ]);
    return { user, holders };
  }
  const users = await readPostHolders(context, organisationId);
  return { user: users.find(({ id }) => idOf(id) === userId) ?? null, holders: users };
}

/** Whether an organisation is disabled; throws when that is unknown. */
export const isDisabled = (log: FastifyBaseLogger, organisation: OrganisationBody): boolean =>
  knownState(log, calls.orgDetail, 'org', organisation);

/** REST-45; the organisation as far as it is known then. A product API that toggles is asked for the state before and after, one change of an organisation at a time. */
export async function setOrganisationState(
  context: Context,
  id: string,
  requested: boolean,
): Promise<OrganisationBody | null | undefined> {
  const { api, services } = context;
  const org_id = toWireId(id);
  if (await checksStateChange(context))
    return notFoundForInvalidId(
      sendState(context, { org_id, is_disabled: requested ? 'true' : 'false' }, requested),
      id,
    );
  return services.keyedMutex.runExclusive(`organisation ${id}`, async () => {
    api.clearReads();
    const current = await readOrganisation(api, id);
    if (isDisabled(context.log, current) === requested) return current;
    await sendState(context, { org_id }, requested);
    const after = await readOrganisation(api, id).catch(() => null);
    assertState(after, requested, 'organisation');
    return after;
  });
}

async function sendState(
  { api }: Context,
  query: { org_id: string | number; is_disabled?: 'true' | 'false' },
  requested: boolean,
) {
  const { org } = await api.call(calls.enableDisableOrg, { query });
  assertState(org, requested, 'organisation');
  return org;
}
