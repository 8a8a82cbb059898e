import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapResolverError } from '@apollo/server/errors';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ErrorExtensions, errorExtensions, isErrorCode, stripControlCharacters } from '../base/errors.ts';
import { shortenMessage, shortenQuotations } from './shorten-message.ts';
import { isTooCostly } from './too-costly.ts';

export interface OperationLog {
  /** Operation name of the console, otherwise `unnamed`, because callers choose names. */
  operation: string;
  /** Code of its first error. */
  code?: string;
  cost?: number | undefined;
  signIn?: string;
  /** Type of its result; none after an error. */
  signInResult?: string;
  accountId?: string | undefined;
  isProbe?: boolean;
}

/** Request of the error, which Apollo does not pass. */
export const requestScope = new AsyncLocalStorage<{
  requestId: string;
  log: FastifyBaseLogger;
  operationLog: OperationLog;
}>();

/** Apollo's codes for invalid requests, and their `httpStatus` in our `extensions`. */
const requestErrorStatus: Partial<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  BAD_REQUEST: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  PERSISTED_QUERY_NOT_SUPPORTED: 400,
  PERSISTED_QUERY_NOT_FOUND: 400,
};

/** Formats every error. An unexpected error is logged with its cause and hidden from the client. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const scope = requestScope.getStore();
  const { message, locations, path } = formatted;
  const position = { ...(locations && { locations }), ...(path && { path }) };
  const sent = (text: string, extensions: ErrorExtensions) => {
    if (scope) scope.operationLog.code ??= extensions.code;
    return {
      message: cleanMessage(text),
      ...position,
      extensions: { ...declaredFields(extensions), requestId: scope?.requestId },
    };
  };
  const code = formatted.extensions?.code;
  if (isErrorCode(code)) return sent(message, formatted.extensions as unknown as ErrorExtensions);
  const status = typeof code === 'string' ? requestErrorStatus[code] : undefined;
  if (isTooCostly(formatted)) return sent(shortenMessage(message), errorExtensions('TOO_COSTLY'));
  if (status !== undefined)
    return sent(shortenMessage(withSchemaHint(message)), errorExtensions('QUERY_INVALID', { httpStatus: status }));
  const cause = unwrapResolverError(thrown);
  // Apollo rejects some requests without a code.
  const http =
    cause instanceof GraphQLError ? (cause.extensions.http as { status?: number } | undefined)?.status : undefined;
  if (http !== undefined && http < 500)
    return sent(shortenMessage(message), errorExtensions('QUERY_INVALID', { httpStatus: http }));
  scope?.log.error({ err: cause, path: path?.join('.') }, 'unexpected failure');
  return sent(texts.requestFailed, errorExtensions('INTERNAL'));
}

/** graphql-js limits lists of types inside lists of types itself. */
const withSchemaHint = (message: string): string =>
  message === 'Maximum introspection depth exceeded' ? `${message}. The whole schema is at /schema.graphql.` : message;

const cleanMessage = (text: string): string => shortenQuotations(stripControlCharacters(text));

/** Only declared fields: no `http`, no stack. */
const declaredFields = ({ code, fields, httpStatus, retryAfter }: ErrorExtensions) => ({
  code,
  fields: (fields ?? []).map(({ path, code, message }) => ({
    path: cleanMessage(path),
    code,
    message: cleanMessage(message),
  })),
  httpStatus,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** Same format for a request that is rejected before GraphQL. */
export function errorBody(message: string, extensions: ErrorExtensions, requestId: string): string {
  return JSON.stringify({
    errors: [{ message: cleanMessage(message), extensions: { ...declaredFields(extensions), requestId } }],
  });
}
