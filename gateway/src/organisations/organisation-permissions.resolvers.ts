import { type Action, decide } from '@console/contract/access';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readCaller } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';

/** The request knows the caller already, so no row costs a call. */
async function may(api: RequestCalls, { id }: OrganisationBody, action: Action): Promise<boolean> {
  return decide(await readCaller(api), action, idOf(id) ?? '') === 'allowed';
}

export const organisationCanResolvers: Resolvers = {
  Organisation: {
    viewerCanEdit: (organisation, _args, { api }) => may(api, organisation, 'organisations:edit'),
    viewerCanEnable: (organisation, _args, { api }) => may(api, organisation, 'organisations:enable'),
    viewerCanDisable: async (organisation, _args, { api }) =>
      (await may(api, organisation, 'organisations:disable')) &&
      (await readCaller(api)).organisationId !== idOf(organisation.id),
    viewerCanChangeOrganiser: (organisation, _args, { api }) => may(api, organisation, 'organisations:changeOrganiser'),
    viewerCanNominate: (organisation, _args, { api }) => may(api, organisation, 'organisations:nominate'),
    viewerCanViewMappings: (organisation, _args, { api }) => may(api, organisation, 'mappings:view'),
    viewerCanInviteOrganisations: (organisation, _args, { api }) => may(api, organisation, 'mappings:invite'),
    viewerCanInviteUsers: (organisation, _args, { api }) => may(api, organisation, 'users:inviteExternal'),
    viewerCanViewSso: (organisation, _args, { api }) => may(api, organisation, 'sso:view'),
    viewerCanEditSso: (organisation, _args, { api }) => may(api, organisation, 'sso:edit'),
    viewerCanEditConfig: (organisation, _args, { api }) => may(api, organisation, 'config:edit'),
    viewerCanViewAssessments: (organisation, _args, { api }) => may(api, organisation, 'assessments:view'),
  },
};
