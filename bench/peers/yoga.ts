/** GraphQL Yoga on node:http. */
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { resolvers, typeDefs } from './resolvers.ts';
import { contextOf, type PeerContext } from './rest.ts';

const yoga = createYoga({
  schema: createSchema<PeerContext>({ typeDefs, resolvers }),
  context: ({ request }) => contextOf(request.headers.get('authorization')),
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
