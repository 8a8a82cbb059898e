import { endingsCalls } from '@console/contract/calls/endings';
import { failure } from '../base/errors.ts';
import { authorizeActingOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { toWireId } from '../product-api/shape.ts';
import { hasCall, requireCall } from '../specified/extension-calls.ts';
import { reasonField } from '../specified/mappings.ts';
import { sendOrReadCurrent } from '../specified/send-mapping-decision.ts';
import type { ExternalUserResult } from './external-user-result.ts';
import { answerInvitation, type ExternalUserArgs, readInvited, stoppedResult } from './map-external-user.ts';

/** REST-30 and REST-22, then ends the work of an external user unless that was done before: by a call of its own, else by REST-36. */
export async function removeExternalUser(context: Context, args: ExternalUserArgs): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:mapExternal', args.organisationId);
  const reason = await reasonField(context, args.reason);
  const userId = String(args.userId);
  const { externalUser, mapping } = await readInvited(context, organisationId, userId);
  const result = stoppedResult(externalUser, 'ENDED');
  if (externalUser.state === 'ENDED') return result;
  if (externalUser.state !== 'ACCEPTED') throw failure('CONFLICT', 'This external user is not accepted');
  const call = endingsCalls.removeExternalUser;
  const isOwnCall = await hasCall(context, call);
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

/** REST-30 and REST-22, then withdraws the invitation unless that was done before. */
export async function withdrawExternalUser(context: Context, args: ExternalUserArgs): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:inviteExternal', args.organisationId);
  const call = endingsCalls.withdrawExternalUser;
  await requireCall(context, call, 'The product API cannot withdraw invitations');
  const reason = await reasonField(context, args.reason);
  const userId = String(args.userId);
  const { externalUser } = await readInvited(context, organisationId, userId);
  const result = stoppedResult(externalUser, 'WITHDRAWN');
  if (externalUser.state === 'WITHDRAWN') return result;
  if (externalUser.state !== 'PENDING') throw failure('CONFLICT', 'This invitation was answered already');
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
