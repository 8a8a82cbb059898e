import { randomBytes } from 'node:crypto';
import { decideAccess, mayManageRole } from '@console/contract/access';
import { sessionNeeded } from '@console/contract/call';
import { personDataCalls } from '@console/contract/calls/person-data';
import { unixSeconds } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { exportAddressSeconds } from '../core/export-register.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { CopyPersonalDataInput, Resolvers } from '../generated/resolvers-types.ts';
import { requireKey } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { idOf, isErased, roleOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { mayCall, requireCall } from '../specified/extension-calls.ts';

const call = personDataCalls.startPersonDataCopy;

export const personDataResolvers: Resolvers = {
  Mutation: {
    copyPersonalData: (_root, { input }, context) => copyPersonalData(context, input),
  },

  User: {
    viewerCanCopyPersonalData: (user, _args, context) => mayCopy(context, user),
  },
};

/** URL of a copy for this session, with the product API's token, encrypted. */
async function copyPersonalData(context: Context, { userId: given, currentPassword }: CopyPersonalDataInput) {
  const { session, api, services } = context;
  if (session.isBearer) throw failure('FORBIDDEN', sessionNeeded);
  requireKey(api);
  await requireCall(context, call, 'The connected product API does not copy personal data.');
  await confirmOwnPassword(context, currentPassword);
  const userId = String(given);
  const { token: args } = await notFoundForInvalidId(api.call(call, { body: { user_id: toWireId(userId) } }), userId);
  const exp = unixSeconds(services.clock()) + exportAddressSeconds;
  const sid = session.current?.sid ?? '';
  const id = randomBytes(16).toString('base64url');
  const content = { id, sid, list: 'personal-data', format: 'JSON', args: String(args), exp };
  const token = await services.contentCipher.encrypt('export', content);
  return { path: `/export/personal-data.json?token=${token}`, expiresAt: new Date(exp * 1_000).toISOString() };
}

/** Whether the caller can copy the data of a user. An erased user has none. */
async function mayCopy(context: Context, user: UserBody): Promise<boolean> {
  if (isErased(user)) return false;
  const caller = await readCaller(context.api);
  const mayManage =
    decideAccess(caller, 'privacy:copy', idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user));
  return (mayManage || caller.userId === idOf(user.id)) && mayCall(context, call);
}
