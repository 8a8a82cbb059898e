/** Mercurius with JIT and an undici pool: the fastest common setup. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { contextOf, type PeerContext, withPool } from './rest.ts';
import { resolvers, typeDefs } from './schema.ts';

declare module 'mercurius' {
  interface MercuriusContext extends PeerContext {}
}

const send = withPool();
const app = Fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers,
  jit: 1,
  context: async ({ headers }: { headers: { authorization?: string } }) => contextOf(send, headers.authorization),
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
