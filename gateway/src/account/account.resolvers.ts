import { confirmationsCalls } from '@console/contract/calls/confirmations';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { passOn } from '../specified/pass-on.ts';
import { changePassword } from './change-password.ts';
import { readPasswordReset, requestPasswordReset, resetPassword } from './password-reset.ts';
import { updateProfile } from './update-profile.ts';

export const accountResolvers: Resolvers = {
  Query: {
    passwordReset: (_root, { token }, context) => readPasswordReset(context, token),
  },

  Mutation: {
    async requestPasswordReset(_root, { email }, context) {
      await requestPasswordReset(context, email);
      return { email };
    },

    resetPassword: (_root, { input }, context) => resetPassword(context, input),

    async changePassword(_root, { input }, context) {
      await changePassword(context, input);
      return { viewer: null };
    },

    updateProfile: async (_root, { input }, context) => ({ user: await updateProfile(context, input) }),

    startPasskeyConfirmation: passOn(confirmationsCalls.newConfirmation),
    confirmWithPasskey: passOn(confirmationsCalls.confirmWithPasskey),
  },

  Viewer: {
    confirmationMethods: passOn(confirmationsCalls.confirmationMethods),
  },
};
