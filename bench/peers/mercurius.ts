/** Mercurius with JIT. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers, typeDefs } from './resolvers.ts';
import { contextOf, type PeerContext } from './rest.ts';

declare module 'mercurius' {
  interface MercuriusContext extends PeerContext {}
}

const app = Fastify();
const context = async ({ headers }: { headers: { authorization?: string } }) => contextOf(headers.authorization);
await app.register(mercurius, { schema: typeDefs, resolvers, jit: 1, context });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
