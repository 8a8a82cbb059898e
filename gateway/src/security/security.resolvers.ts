import type { Resolvers } from '../generated/resolvers-types.ts';
import { endOtherSessions, endSession, forgetDevice } from './end-sessions.ts';
import { mayEndSessions, readUserSecurity } from './user-security.ts';

export const securityResolvers: Resolvers = {
  Mutation: {
    endSession: async (_root, { input }, context) => ({ session: await endSession(context, String(input.id)) }),
    endOtherSessions: async (_root, { input: { userId } }, context) => ({
      sessions: await endOtherSessions(context, userId == null ? null : String(userId)),
    }),
    forgetDevice: async (_root, { input }, context) => ({ device: await forgetDevice(context, String(input.id)) }),
  },

  User: {
    security: (user, _args, context) => readUserSecurity(context, user),
    viewerCanEndSessions: (user, _args, context) => mayEndSessions(context, user),
  },
};
