import type { OutgoingHttpHeaders } from 'node:http';
import { texts } from '@console/contract/rules';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { type ErrorExtensions, errorExtensions } from '../base/errors.ts';
import { recordIfRefusal } from '../core/audit-refusal.ts';
import type { Services } from '../core/services.ts';
import { errorBody } from '../graphql/format-error.ts';

/** Replaces messages of Fastify, which may quote the body. */
const messages: Partial<Record<number, string>> = {
  400: 'The request cannot be read.',
  413: 'The request is too large.',
  414: 'The URL is too long.',
  415: 'Send the request as application/json.',
};

/** Errors outside GraphQL in the same format; an unexpected error is logged and hidden. */
export function handleErrors(app: FastifyInstance, services: Services): void {
  app.setErrorHandler(async (error: FastifyError | GraphQLError, request: FastifyRequest, reply: FastifyReply) => {
    reply.type(
      acceptsGraphql(request) ? 'application/graphql-response+json; charset=utf-8' : 'application/json; charset=utf-8',
    );
    if (error instanceof GraphQLError) {
      const extensions = error.extensions as unknown as ErrorExtensions;
      if (request.operationLog) request.operationLog.code ??= extensions.code;
      if (request.keyRequest) request.keyRequest.code ??= extensions.code;
      await recordIfRefusal(request, services, error);
      if (extensions.retryAfter !== undefined) reply.header('retry-after', extensions.retryAfter);
      return reply.code(extensions.httpStatus).send(errorBody(error.message, extensions, request.id));
    }
    const status = error.statusCode ?? 500;
    if (status < 500)
      return reply
        .code(status)
        .send(
          errorBody(
            messages[status] ?? 'The request was rejected.',
            errorExtensions('INVALID', { httpStatus: status }),
            request.id,
          ),
        );
    // A browser that went away ends the compression.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.log.info({ code: error.code }, 'client disconnected');
    else request.log.error({ err: error }, 'unexpected failure');
    return reply.code(500).send(errorBody(texts.requestFailed, errorExtensions('INTERNAL'), request.id));
  });
}

/** An invalid URL matches no route or hook, and Fastify's own body contains the URL. */
export const respondInvalidUrl =
  (headers: OutgoingHttpHeaders) =>
  ({ statusCode: status = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const message = status === 400 ? 'The URL is not valid.' : (messages[status] ?? 'The request was rejected.');
    reply
      .code(status)
      .headers(headers)
      .type('application/json; charset=utf-8')
      .header('x-request-id', request.id)
      .send(errorBody(message, errorExtensions('INVALID', { httpStatus: status }), request.id));
  };

const acceptsGraphql = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/graphql') && (headers.accept ?? '').includes('application/graphql-response+json');
