import { type Action, decideAccess, mayManageRole } from '@console/contract/access';
import { isAllowedInEnabled, readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { ActionBlock, Resolvers } from '../generated/resolvers-types.ts';
import { roleOf } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, type OrganisationBody, type UserBody, userLimitOf } from '../product-api/shape.ts';
import { Responders } from '../specified/responders.ts';
import { readActiveUserCount } from '../specified/user-lists.ts';

/** The request knows the caller already, so no row costs a call. */
async function isAllowedForUser(api: RequestCalls, user: UserBody, action: Action, oneself: boolean): Promise<boolean> {
  const caller = await readCaller(api);
  return (
    decideAccess(caller, action, idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user)) &&
    (oneself || caller.userId !== idOf(user.id))
  );
}

const mayActivate = async (api: RequestCalls, user: UserBody): Promise<boolean> =>
  boolOf(user.is_disabled) && isAllowedForUser(api, user, 'users:activate', false);

const mayDeactivate = async (api: RequestCalls, user: UserBody): Promise<boolean> =>
  !boolOf(user.is_disabled) && isAllowedForUser(api, user, 'users:deactivate', false);

/** SEATS where one more active user would exceed the organisation's limit. */
async function seatBlock(context: Context, organisation: OrganisationBody): Promise<ActionBlock[]> {
  const limit = userLimitOf(organisation.user_limit);
  if (limit === null) return [];
  return (await readActiveUserCount(context, organisation)) >= limit ? ['SEATS'] : [];
}

/** RESPONDER for a responder; null while a list that may contain the user cannot be read. */
async function responderBlock(context: Context, user: UserBody): Promise<ActionBlock[] | null> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) return ['RESPONDER'];
  return failures.length > 0 ? null : [];
}

export const userPermissionsResolvers: Resolvers = {
  User: {
    viewerCanEdit: (user, _args, { api }) => isAllowedForUser(api, user, 'users:edit', true),
    viewerCanActivate: (user, _args, { api }) => mayActivate(api, user),
    viewerCanDeactivate: (user, _args, { api }) => mayDeactivate(api, user),
    async blockedBy(user, _args, context) {
      if (await mayActivate(context.api, user)) {
        const organisation = await readAllowedOrganisation(context.api, idOf(user.ent_org_id) ?? '');
        return seatBlock(context, organisation);
      }
      return (await mayDeactivate(context.api, user)) ? responderBlock(context, user) : [];
    },
  },

  Organisation: {
    viewerCanCreateUsers: (organisation, _args, { api }) => isAllowedInEnabled(api, organisation, 'users:create'),
    viewerCanUploadUsers: (organisation, _args, { api }) => isAllowedInEnabled(api, organisation, 'users:upload'),
    async blockedBy(organisation, _args, context) {
      return (await isAllowedInEnabled(context.api, organisation, 'users:create'))
        ? seatBlock(context, organisation)
        : [];
    },
  },
};
