import type { IncomingHttpHeaders } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';

function headersOf(headers: IncomingHttpHeaders): HeaderMap {
  const map = new HeaderMap();
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}

function searchOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Hands a request to Apollo and answers what it does; a result that was sent before goes out as the bytes that it was. */
export async function askApollo(
  apollo: ApolloServer<Context>,
  { method, url, headers, body }: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<string | Buffer> {
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method, headers: headersOf(headers), body, search: searchOf(url) },
    context: async () => context,
  });
  for (const [name, value] of answer.headers) reply.header(name, value);
  reply.code(answer.status ?? 200);
  // The schema has nothing that would be sent in parts.
  if (answer.body.kind !== 'complete') throw new Error('an answer in parts');
  return context.answer.bytes ?? answer.body.string;
}
