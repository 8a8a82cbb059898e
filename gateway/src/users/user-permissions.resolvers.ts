import { type Action, decideAccess, mayManageRole } from '@console/contract/access';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readCaller, roleOf } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, type OrganisationBody, type UserBody } from '../product-api/shape.ts';

/** The request knows the caller already, so no row costs a call. */
async function isAllowedInOrganisation(api: RequestCalls, { id }: OrganisationBody, action: Action): Promise<boolean> {
  return decideAccess(await readCaller(api), action, idOf(id) ?? '') === 'allowed';
}

async function isAllowedForUser(api: RequestCalls, user: UserBody, action: Action, oneself: boolean): Promise<boolean> {
  const caller = await readCaller(api);
  return (
    decideAccess(caller, action, idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user)) &&
    (oneself || caller.userId !== idOf(user.id))
  );
}

export const userPermissionsResolvers: Resolvers = {
  User: {
    viewerCanEdit: (user, _args, { api }) => isAllowedForUser(api, user, 'users:edit', true),
    viewerCanActivate: (user, _args, { api }) => isAllowedForUser(api, user, 'users:activate', false),
    viewerCanDeactivate: (user, _args, { api }) => isAllowedForUser(api, user, 'users:deactivate', false),
  },

  Organisation: {
    viewerCanCreateUsers: (organisation, _args, { api }) => isAllowedInOrganisation(api, organisation, 'users:create'),
    viewerCanUploadUsers: (organisation, _args, { api }) => isAllowedInOrganisation(api, organisation, 'users:upload'),
  },
};
