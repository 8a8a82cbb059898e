import { calls } from '@console/contract/calls/all';
import { seniorPosts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorize, readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { readActiveUser, readOrganisation, readOwnOrganisation, readUsersInState } from '../product-api/reads.ts';
import { idOf, type OrganisationBody, toWireId, type UserBody } from '../product-api/shape.ts';
import { prepareStateChange, type StateChange, type Subject } from './state-change.ts';

/** REST-38 of the caller's organisation; null without one. Reads the caller first if its id is needed. */
export async function readCallersOrganisation(context: Context): Promise<OrganisationBody | null> {
  const { api } = context;
  if (await context.supports('extensions')) return readOwnOrganisation(api);
  const { organisationId } = await readCaller(api);
  return organisationId === null ? null : readOrganisation(api, organisationId);
}

/** REST-17: at least all holders of senior positions; no others if the product API can filter. */
export const readPostHolders = async (context: Context, organisationId: string): Promise<UserBody[]> =>
  readUsersInState(
    context.api,
    organisationId,
    'ACTIVE',
    (await context.supports('extensions')) ? { designation: seniorPosts.map(({ id }) => id) } : {},
  );

/** An active user (null for any other id) and holders of senior positions: REST-17, with REST-22 if the product API can filter. */
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

/** Prepares REST-45; toggling does not return the state. Throws FORBIDDEN or NOT_FOUND. */
export function prepareOrganisationState(
  context: Context,
  id: string,
  action: 'organisations:enable' | 'organisations:disable',
): Promise<StateChange<OrganisationBody>> {
  const { api } = context;
  const isDisabled = action === 'organisations:disable';
  const org_id = toWireId(id);
  const subject: Subject<OrganisationBody> = {
    kind: 'organisation',
    id,
    detail: { call: calls.orgDetail, place: 'org' },
    async authorize(target) {
      const { organisationId } = await authorize(api, action, id);
      if (isDisabled && organisationId === target)
        throw failure('FORBIDDEN', 'You cannot disable your own organisation.');
    },
    readAllowed: () => readAllowedOrganisation(api, id, action),
    read: () => readOrganisation(api, id),
    async send(state) {
      const query = { org_id, ...(state !== undefined && { is_disabled: `${state}` as const }) };
      return (await api.call(calls.enableDisableOrg, { query })).org;
    },
    readAfter: () => readOrganisation(api, id).catch(() => null),
  };
  return prepareStateChange(context, subject, isDisabled);
}
