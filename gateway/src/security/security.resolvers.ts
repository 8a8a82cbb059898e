import type { Resolvers } from '../generated/resolvers-types.ts';
import {
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSecondFactors,
  setUpAuthenticatorApp,
} from './authenticator-app.ts';
import { endOtherSessions, endSession, forgetDevice } from './end-sessions.ts';
import { unlinkIdentityProvider } from './provider-link.ts';
import { mayEndSessions, readUserSecurity } from './user-security.ts';

export const securityResolvers: Resolvers = {
  Mutation: {
    endSession: async (_root, { input }, context) => ({ session: await endSession(context, input) }),
    endOtherSessions: async (_root, { input }, context) => ({
      sessions: await endOtherSessions(context, input),
    }),
    setUpAuthenticatorApp: (_root, { input }, context) => setUpAuthenticatorApp(context, input),
    confirmAuthenticatorApp: (_root, { input }, context) => confirmAuthenticatorApp(context, input),
    removeAuthenticatorApp: async (_root, { input }, context) => ({
      secondFactors: await removeAuthenticatorApp(context, input),
    }),
    resetSecondFactors: async (_root, { input }, context) => ({
      secondFactors: await resetSecondFactors(context, input),
    }),
    unlinkIdentityProvider: async (_root, { input }, context) => ({
      user: await unlinkIdentityProvider(context, input),
    }),
    renewRecoveryCodes: (_root, { input }, context) => renewRecoveryCodes(context, input),
    forgetDevice: async (_root, { input }, context) => ({ device: await forgetDevice(context, String(input.id)) }),
  },

  User: {
    security: (user, _args, context) => readUserSecurity(context, user),
    viewerCanEndSessions: (user, _args, context) => mayEndSessions(context, user),
  },
};
