import { endingsCalls } from '@console/contract/calls/endings';
import { refusalTexts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorizeActingOrganisation, isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { payloadOrganisation } from '../core/payloads.ts';
import type { MapExternalUserPayloadResolvers, Resolvers } from '../generated/resolvers-types.ts';
import { modulesIn } from '../product-api/module-in.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { fullNameOf, isRecord, toWireId } from '../product-api/shape.ts';
import { requireCall, supportsCall } from '../specified/extension-calls.ts';
import { inviteInputNames } from '../specified/invited-user.ts';
import { reasonField, takesReason } from '../specified/mappings.ts';
import { sendOrReadCurrent } from '../specified/send-mapping-decision.ts';
import type { ExternalUserResult } from './external-user-result.ts';
import { externalUserPage, readExternalUserAndMapping } from './external-users.ts';
import { inviteExternalUser } from './invite-external-user.ts';
import {
  answerInvitation,
  type ExternalUserArgs,
  mapExternalUser,
  readInvited,
  rejectExternalUser,
  stoppedResult,
} from './map-external-user.ts';

/** REST-30 and REST-22, then removes an external user unless done before: by its own call, else by REST-36. */
async function removeExternalUser(context: Context, args: ExternalUserArgs): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:mapExternal', args.organisationId);
  const reason = await reasonField(context, args.reason);
  const userId = String(args.userId);
  const { externalUser, mapping } = await readInvited(context, organisationId, userId);
  const result = stoppedResult(externalUser, 'ENDED');
  if (externalUser.state === 'ENDED') return result;
  if (externalUser.state !== 'ACCEPTED')
    throw failure('CONFLICT', 'This person is not an accepted external user, so there is no access to remove.');
  const call = endingsCalls.removeExternalUser;
  const isOwnCall = await supportsCall(context, call);
  const send = async () => {
    if (isOwnCall) await api.call(call, { body: { ...wireIds(userId, organisationId), ...reason } });
    else await answerInvitation(api, organisationId, userId, mapping, { activated: false });
    return result;
  };
  const readCurrent = async () => {
    const { state } = (await readInvited(context, organisationId, userId)).externalUser;
    return state === 'ENDED' || (!isOwnCall && state === 'REJECTED') ? result : null;
  };
  return sendOrReadCurrent(api, send, readCurrent);
}

/** REST-30 and REST-22, then withdraws the invitation unless done before. */
async function withdrawExternalUser(context: Context, args: ExternalUserArgs): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:inviteExternal', args.organisationId);
  const call = endingsCalls.withdrawExternalUser;
  await requireCall(context, call, 'The connected product API cannot withdraw invitations.');
  const reason = await reasonField(context, args.reason);
  const userId = String(args.userId);
  const { externalUser } = await readInvited(context, organisationId, userId);
  const result = stoppedResult(externalUser, 'WITHDRAWN');
  if (externalUser.state === 'WITHDRAWN') return result;
  if (externalUser.state !== 'PENDING') throw failure('CONFLICT', refusalTexts.invitationNotPending);
  const send = async () => {
    await api.call(call, { body: { ...wireIds(userId, organisationId), ...reason } });
    return result;
  };
  const readCurrent = async () => {
    const { state } = (await readInvited(context, organisationId, userId)).externalUser;
    return state === 'WITHDRAWN' ? result : null;
  };
  return sendOrReadCurrent(api, send, readCurrent);
}

const wireIds = (userId: string, organisationId: string) => ({
  ent_usr_id: toWireId(userId),
  mapped_org_id: toWireId(organisationId),
});

/** After the mutation has succeeded, a failed read only affects its own field. */
const payload: MapExternalUserPayloadResolvers = {
  externalUser: ({ externalUser }) => externalUser(),
  organisation: payloadOrganisation,
};

export const externalUsersResolvers: Resolvers = {
  Query: {
    async externalUser(_root, { userId, organisationId }, context) {
      const id = await authorizeActingOrganisation(context.api, 'users:mapExternal', organisationId);
      return (await readExternalUserAndMapping(context, id, String(userId))).externalUser;
    },
  },

  Mutation: {
    inviteExternalUser: (_root, args, context) =>
      rethrowWithInputNames(inviteInputNames, inviteExternalUser(context, args)),
    mapExternalUser: (_root, { input }, context) => mapExternalUser(context, input),
    rejectExternalUser: (_root, args, context) => rejectExternalUser(context, args),
    removeExternalUser: (_root, { input }, context) => removeExternalUser(context, input),
    withdrawExternalUser: (_root, { input }, context) => withdrawExternalUser(context, input),
  },

  Organisation: {
    externalUsers: (organisation, args, context) => externalUserPage(context, organisation, args),
  },

  ExternalUser: {
    viewerCanRemove: async ({ state, organisationId }, _args, { api }) =>
      state === 'ACCEPTED' && isAllowed(api, 'users:mapExternal', organisationId),
    viewerCanWithdraw: async ({ state, organisationId }, _args, context) =>
      state === 'PENDING' &&
      (await supportsCall(context, endingsCalls.withdrawExternalUser)) &&
      isAllowed(context.api, 'users:inviteExternal', organisationId),
    takesReason: (_externalUser, _args, context) => takesReason(context),
    modules: ({ mapping: { modules } }, _args, { api }) => modulesIn(modules, api.settings),
    invitedBy: ({ mapping: { requester } }) => (isRecord(requester) && fullNameOf(requester)) || null,
  },

  InviteExternalUserPayload: payload,
  MapExternalUserPayload: payload,
  RejectExternalUserPayload: payload,
  RemoveExternalUserPayload: payload,
  WithdrawExternalUserPayload: payload,
};
