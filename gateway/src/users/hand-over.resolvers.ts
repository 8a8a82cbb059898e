import { userDutiesCalls } from '@console/contract/calls/user-duties';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readAsType } from '../specified/read-as-type.ts';
import { mayHandOver } from '../specified/users.ts';

const call = userDutiesCalls.userDuties;

export const handOverResolvers: Resolvers = {
  UserDuties: {
    apiKeys: ({ apiKeys }, _args, { log }, { returnType, fieldName: field }) =>
      readAsType(returnType, apiKeys, { call, field, log }) as never,
    movableDuties: async ({ movableDuties }, _args, context, { returnType, fieldName: field }) => {
      const movable = (await mayHandOver(context)) ? movableDuties : null;
      return readAsType(returnType, movable ?? [], { call, field, log: context.log }) as never;
    },
  },
};
