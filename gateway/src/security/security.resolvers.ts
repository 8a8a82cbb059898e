import { decideAccess, mayManageRole } from '@console/contract/access';
import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { securityCalls } from '@console/contract/calls/security';
import { failure } from '../base/errors.ts';
import { isAllowed, readCaller, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type { Resolvers, UnlinkIdentityProviderInput } from '../generated/resolvers-types.ts';
import { requireKey } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { idOf, type OrganisationBody, roleOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { mayCall, requireCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';

const withoutFactors = { answer: () => ({ secondFactors: { authenticatorApp: null } }) };
const withCodes = {
  answer: ({ authenticator_app, recovery_codes }: { authenticator_app?: unknown; recovery_codes?: unknown }) => ({
    secondFactors: { authenticatorApp: authenticator_app },
    recoveryCodes: recovery_codes,
  }),
};

const readAllowedAddresses = passOn(allowedAddressesCalls.allowedAddresses, {
  input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
});

export const securityResolvers: Resolvers = {
  Mutation: {
    updateAllowedAddresses: passOn(allowedAddressesCalls.updateAllowedAddresses),
    endSession: passOn(securityCalls.endSession, { input: ({ id }) => ({ session_id: id }) }),
    endOtherSessions: passOn(securityCalls.endSessions, {
      input: ({ userId }) => ({ user_id: userId ?? undefined }),
    }),
    forgetDevice: passOn(securityCalls.forgetDevice, { input: ({ id }) => ({ device_id: id }) }),
    setUpAuthenticatorApp: passOn(secondFactorCalls.setUpApp),
    confirmAuthenticatorApp: passOn(secondFactorCalls.confirmApp, {
      input: ({ setupId, code }) => ({ setup_id: setupId, code }),
      ...withCodes,
    }),
    removeAuthenticatorApp: passOn(secondFactorCalls.removeApp, withoutFactors),
    resetSecondFactors: passOn(secondFactorCalls.resetFactors, {
      input: ({ userId }) => ({ user_id: userId }),
      ...withoutFactors,
    }),
    renewRecoveryCodes: passOn(secondFactorCalls.renewRecoveryCodes, withCodes),
    unlinkIdentityProvider: async (_root, { input }, context) => ({
      user: await unlinkIdentityProvider(context, input),
    }),
  },

  Organisation: {
    allowedAddresses: async (organisation, args, context, info) => {
      const mayView = await isAllowed(context.api, 'network:view', idOf(organisation.id) ?? '');
      const isOffered = mayView && (await mayCall(context, allowedAddressesCalls.allowedAddresses));
      return isOffered ? readAllowedAddresses(organisation, args, context, info) : null;
    },
  },

  User: {
    security: passOn(securityCalls.userSecurity, {
      input: (_args, { id }) => ({ user_id: idOf(id) }),
      answer: ({ devices, provider_link, authenticator_app, ...security }) => ({
        ...security,
        rememberedDevices: devices,
        identityProvider: provider_link,
        secondFactors: authenticator_app === undefined ? null : { authenticatorApp: authenticator_app },
      }),
    }),
    viewerCanEndSessions: (user, _args, context) => mayEndSessions(context, user),
  },
};

async function mayEndSessions(context: Context, user: UserBody): Promise<boolean> {
  const caller = await readCaller(context.api);
  const mayManage =
    decideAccess(caller, 'security:end', idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user));
  return (mayManage || caller.userId === idOf(user.id)) && mayCall(context, securityCalls.endSession);
}

async function unlinkIdentityProvider(context: Context, input: UnlinkIdentityProviderInput): Promise<UserBody> {
  if (context.session.isBearer)
    throw failure('FORBIDDEN', 'You cannot use an API key to unlink users from their identity provider.');
  requireKey(context.api);
  const call = securityCalls.unlinkProvider;
  await requireCall(context, call, 'The connected product API has no links to identity providers.');
  const userId = String(input.userId);
  const user = await readManagedUser(context.api, userId, 'security:end');
  await confirmOwnPassword(context, input.currentPassword);
  await notFoundForInvalidId(context.api.call(call, { body: { user_id: toWireId(userId) } }), userId);
  return user;
}
