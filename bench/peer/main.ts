/** The peer of the bench: the same schema on Apollo Server with a REST data source, as at the start of their documentation. A process of its own. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { ProductApi } from './product-api.ts';
import { resolvers, typeDefs } from './resolvers.ts';

const server = new ApolloServer<ProductApi>({ typeDefs, resolvers });
await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: async ({ req }) => new ProductApi(req.headers.authorization?.replace(/^bearer /i, '') ?? '', server.cache),
});
