import { namedAttentionKinds as kinds } from '@console/contract/attention';
import { pendingCalls } from '@console/contract/calls/pending';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { passOn } from '../specified/pass-on.ts';

export const pendingResolvers: Resolvers = {
  Viewer: {
    pendingItems: passOn(pendingCalls.pendingItems, { input: () => ({ kinds }) }),
    pendingEmails: passOn(pendingCalls.pendingEmails),
  },

  Mutation: {
    setPendingEmails: passOn(pendingCalls.setPendingEmails),
  },
};
