import { handOverCalls, userDutiesCalls } from '@console/contract/calls/user-duties';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { readAsType } from '../specified/read-as-type.ts';

const call = userDutiesCalls.userDuties;

/** Handing over what depends on a user. */
export const handOverResolvers: Resolvers = {
  Mutation: {
    handOverDuties: passOn(handOverCalls.handOverDuties),
  },

  UserDuties: {
    apiKeys: ({ apiKeys }, _args, { log }, { returnType, fieldName: field }) =>
      readAsType(returnType, apiKeys, { call, field, log }) as never,
    movableDuties: async ({ movableDuties }, _args, context, { returnType, fieldName: field }) => {
      const movable = (await mayCall(context, handOverCalls.handOverDuties)) ? movableDuties : null;
      return readAsType(returnType, movable ?? [], { call, field, log: context.log }) as never;
    },
  },

  // As the product API sends them.
  HandOverDutiesPayload: {
    user: ({ user }) => user,
    organisation: ({ organisation }) => organisation,
  },
};
