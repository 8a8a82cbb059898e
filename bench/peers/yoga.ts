/** GraphQL Yoga on node:http. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { contextOf, type PeerContext, withFetch } from './rest.ts';
import { resolvers, typeDefs } from './schema.ts';

const yoga = createYoga({
  schema: createSchema<PeerContext>({ typeDefs, resolvers }),
  context: ({ request }) => contextOf(withFetch, request.headers.get('authorization')),
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
