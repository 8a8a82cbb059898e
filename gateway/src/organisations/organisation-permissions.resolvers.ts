import type { Action } from '@console/contract/access';
import { isAllowed, isAllowedInEnabled, isOwnOrganisation } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, type OrganisationBody } from '../product-api/shape.ts';

/** The request knows the caller already, so no row costs a call. */
const isAllowedIn = (api: RequestCalls, { id }: OrganisationBody, action: Action): Promise<boolean> =>
  isAllowed(api, action, idOf(id) ?? '');

export const organisationPermissionsResolvers: Resolvers = {
  Organisation: {
    viewerCanEdit: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'organisations:edit'),
    viewerCanEnable: async (organisation, _args, { api }) =>
      boolOf(organisation.is_disabled) && isAllowedIn(api, organisation, 'organisations:enable'),
    viewerCanDisable: async (organisation, _args, { api }) =>
      (await isAllowedInEnabled(api, organisation, 'organisations:disable')) &&
      !(await isOwnOrganisation(api, idOf(organisation.id) ?? '')),
    viewerCanChangeOrganiser: (organisation, _args, { api }) =>
      isAllowedIn(api, organisation, 'organisations:changeOrganiser'),
    viewerCanNominate: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'organisations:nominate'),
    viewerCanViewMappings: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'mappings:view'),
    viewerCanInviteOrganisations: (organisation, _args, { api }) =>
      isAllowedInEnabled(api, organisation, 'mappings:invite'),
    viewerCanInviteUsers: (organisation, _args, { api }) =>
      isAllowedInEnabled(api, organisation, 'users:inviteExternal'),
    viewerCanViewSso: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'sso:view'),
    viewerCanEditSso: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'sso:edit'),
    viewerCanEditConfig: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'config:edit'),
    viewerCanViewOverview: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'overview:view'),
    viewerCanViewAssessments: (organisation, _args, { api }) => isAllowedIn(api, organisation, 'assessments:view'),
  },
};
