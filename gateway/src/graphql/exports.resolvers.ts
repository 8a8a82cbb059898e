import type { Resolvers } from '../generated/resolvers-types.ts';
import { startExport } from './start-export.ts';

export const exportsResolvers: Resolvers = {
  Mutation: {
    startExport: (_root, { input }, context, { schema }) => startExport(context, input, schema),
  },
};
