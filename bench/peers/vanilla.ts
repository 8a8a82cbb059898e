/** Apollo Server standalone, as at the start of its documentation. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { resolvers, typeDefs } from './resolvers.ts';
import { contextOf, type PeerContext } from './rest.ts';

await startStandaloneServer(new ApolloServer<PeerContext>({ typeDefs, resolvers }), {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async ({ req }) => contextOf(req.headers.authorization),
});
