import { passkeysCalls } from '@console/contract/calls/passkeys';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { passOn } from '../specified/pass-on.ts';

export const passkeysResolvers: Resolvers = {
  Mutation: {
    startPasskey: passOn(passkeysCalls.newPasskey),
    addPasskey: passOn(passkeysCalls.addPasskey),
    removePasskey: passOn(passkeysCalls.removePasskey, { input: ({ id }) => ({ passkey_id: id }) }),
  },

  Viewer: {
    passkeys: passOn(passkeysCalls.passkeys),
  },
};
