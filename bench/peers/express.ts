/** Apollo Server on Express 5. */
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { oncePerRequest, withFetch } from './rest.ts';
import { bearerIn, type PeerContext, resolvers, typeDefs } from './schema.ts';

const apollo = new ApolloServer<PeerContext>({ typeDefs, resolvers });
await apollo.start();
const context = async ({ req }: { req: express.Request }) => ({
  rest: oncePerRequest(withFetch),
  key: bearerIn(req.headers.authorization),
});
express()
  .use('/graphql', express.json(), expressMiddleware(apollo, { context }))
  .listen(Number(process.env.PORT), '127.0.0.1');
