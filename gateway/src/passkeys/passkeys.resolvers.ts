import type { Resolvers } from '../generated/resolvers-types.ts';
import { addPasskey, readPasskeys, removePasskey, startPasskey } from './change-passkeys.ts';

export const passkeysResolvers: Resolvers = {
  Mutation: {
    startPasskey: async (_root, { input }, context) => ({
      options: await startPasskey(context, input.currentPassword ?? null),
    }),
    addPasskey: async (_root, { input }, context) => ({ passkey: await addPasskey(context, input) }),
    removePasskey: async (_root, { input }, context) => ({ passkey: await removePasskey(context, input) }),
  },

  Viewer: {
    passkeys: (_viewer, _args, context) => readPasskeys(context),
  },
};
