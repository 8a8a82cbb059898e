/** Apollo Server standalone with `fetch`, as at the start of its documentation. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { contextOf, type PeerContext, withFetch } from './rest.ts';
import { resolvers, typeDefs } from './schema.ts';

await startStandaloneServer(new ApolloServer<PeerContext>({ typeDefs, resolvers }), {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async ({ req }) => contextOf(withFetch, req.headers.authorization),
});
