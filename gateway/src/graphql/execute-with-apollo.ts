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

export async function executeWithApollo(
  apollo: ApolloServer<Context>,
  { method, url, headers, body }: FastifyRequest,
  reply: FastifyReply,
  context: Context,
): Promise<string> {
  const answer = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method, headers: headersOf(headers), body, search: searchOf(url) },
    context: async () => context,
  });
  for (const [name, value] of answer.headers) reply.header(name, value);
  reply.code(answer.status ?? 200);
  if (answer.body.kind !== 'complete') throw new Error('a response in parts');
  return answer.body.string;
}
