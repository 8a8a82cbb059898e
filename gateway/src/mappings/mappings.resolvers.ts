import { endingsCalls } from '@console/contract/calls/endings';
import { isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { modulesIn } from '../product-api/module-in.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf } from '../product-api/shape.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { inviteInputNames } from '../specified/invited-user.ts';
import { takesReason } from '../specified/mappings.ts';
import { acceptOrRejectMapping } from './accept-or-reject-mapping.ts';
import { endMapping, isWithdrawable, listedIdOf, withdrawMapping } from './end-mapping.ts';
import { readFirstSteps } from './first-steps.ts';
import { inviteOrganisation, readOrganisationInvite } from './invite-organisation.ts';
import { mappingPage, toMappingEdge } from './mapping-lists.ts';
import type { MappingResult } from './mapping-result.ts';

/** After the mutation has succeeded, a failed read only affects its own field. */
const payload = {
  async edge({ organisationId, row: readRow }: MappingResult, _args: object, context: Context) {
    const row = await readRow();
    return row && toMappingEdge(context, organisationId, row);
  },
  organisation: payloadOrganisation,
};

export const mappingsResolvers: Resolvers = {
  Query: {
    organisationInvite: (_root, args, context) =>
      rethrowWithInputNames(inviteInputNames, readOrganisationInvite(context, args)),
  },

  Mutation: {
    inviteOrganisation: (_root, args, context) =>
      rethrowWithInputNames(inviteInputNames, inviteOrganisation(context, args)),
    acceptMapping: (_root, args, context) => acceptOrRejectMapping(context, args, true),
    rejectMapping: (_root, args, context) => acceptOrRejectMapping(context, args, false),
    endMapping: (_root, { input }, context) => endMapping(context, input),
    withdrawMapping: (_root, { input }, context) => withdrawMapping(context, input),
  },

  Viewer: {
    firstSteps: (_viewer, _args, context) => readFirstSteps(context),
  },

  Organisation: {
    mappings: ({ id }, args, context) => mappingPage(context, idOf(id) ?? '', args),
  },

  Mapping: {
    modules: ({ modules }, _args, { api }) => modulesIn(modules, api.settings),
  },

  MappingEdge: {
    viewerCanEnd: async (edge, _args, { api }) =>
      edge.node.state === 'ACCEPTED' && isAllowed(api, 'mappings:answer', listedIdOf(edge)),
    viewerCanWithdraw: async (edge, _args, context) =>
      isWithdrawable(edge) &&
      (await supportsCall(context, endingsCalls.withdrawMapping)) &&
      isAllowed(context.api, 'mappings:invite', listedIdOf(edge)),
    takesReason: (_edge, _args, context) => takesReason(context),
  },

  InviteOrganisationPayload: payload,
  AcceptMappingPayload: payload,
  RejectMappingPayload: payload,
  EndMappingPayload: payload,
  WithdrawMappingPayload: payload,
};
