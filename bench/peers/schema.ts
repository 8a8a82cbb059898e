import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookupResolvers } from './lookups.ts';
import { mappingResolvers } from './mappings.ts';
import { organisationResolvers } from './organisations.ts';
import { userResolvers } from './users.ts';

/** The schema of the gateway. The peers answer its queries. */
export const typeDefs = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

/** The simplest implementation of what the console's pages query. */
export const resolvers = {
  ...organisationResolvers,
  ...userResolvers,
  Query: { ...organisationResolvers.Query, ...userResolvers.Query, ...lookupResolvers.Query },
  Organisation: {
    ...organisationResolvers.Organisation,
    ...userResolvers.Organisation,
    ...mappingResolvers.Organisation,
  },
  Lookups: lookupResolvers.Lookups,
};
