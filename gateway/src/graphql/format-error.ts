import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapResolverError } from '@apollo/server/errors';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ErrorExtensions, extensionsOf, isErrorCode, withoutControls } from '../base/errors.ts';
import { shortened } from './shorten-message.ts';

/** The request of the error that is formatted, which Apollo does not pass. */
export const requestScope = new AsyncLocalStorage<{ requestId: string; log: FastifyBaseLogger }>();

/** Apollo's codes for invalid requests, and their `httpStatus` in our `extensions`. */
const ofTheRequest: Partial<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  BAD_REQUEST: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  PERSISTED_QUERY_NOT_SUPPORTED: 400,
  PERSISTED_QUERY_NOT_FOUND: 400,
};

/** Every error in our format. An unexpected error is logged with its cause and hidden from the client. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const scope = requestScope.getStore();
  const { message, locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const sent = (text: string, extensions: ErrorExtensions) => ({
    message: withoutControls(text),
    ...place,
    extensions: { ...picked(extensions), requestId: scope?.requestId },
  });
  const code = formatted.extensions?.code;
  if (isErrorCode(code)) return sent(message, formatted.extensions as unknown as ErrorExtensions);
  const status = typeof code === 'string' ? ofTheRequest[code] : undefined;
  if (status !== undefined) return sent(shortened(message), extensionsOf('INVALID', { httpStatus: status }));
  const cause = unwrapResolverError(thrown);
  // Apollo refuses some requests without a code.
  const http =
    cause instanceof GraphQLError ? (cause.extensions.http as { status?: number } | undefined)?.status : undefined;
  if (http !== undefined && http < 500) return sent(shortened(message), extensionsOf('INVALID', { httpStatus: http }));
  scope?.log.error({ err: cause, path: path?.join('.') }, 'unexpected failure');
  return sent(texts.requestFailed, extensionsOf('INTERNAL'));
}

/** Only declared fields: no `http`, no stack. */
const picked = ({ code, fields, httpStatus, retryAfter }: ErrorExtensions) => ({
  code,
  fields: (fields ?? []).map(({ path, message }) => ({
    path: withoutControls(path),
    message: withoutControls(message),
  })),
  httpStatus,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** The same format for a request that is refused before GraphQL. */
export function errorBody(message: string, extensions: ErrorExtensions, requestId: string): string {
  return JSON.stringify({
    errors: [{ message: withoutControls(message), extensions: { ...picked(extensions), requestId } }],
  });
}
