import { AsyncLocalStorage } from 'node:async_hooks';
import { unwrapResolverError } from '@apollo/server/errors';
import { texts } from '@console/contract/rules';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ErrorExtensions, errorExtensions, isErrorCode, stripControlCharacters } from '../base/errors.ts';
import { shortenMessage, shortenQuotations } from './shorten-message.ts';
import { isTooCostly } from './too-costly.ts';

/** What the log says of a GraphQL request. */
export interface OperationLog {
  /** The name of an operation of the console; callers choose other names, so any other is `unnamed`. */
  operation: string;
  /** Of its first error. */
  code?: string;
  /** Points of its API key's budget. */
  cost?: number | undefined;
  /** A step of signing in: its mutation. */
  signIn?: string;
  /** The type of its result; none after an error. */
  signInResult?: string;
  /** The id of the account that was signed in. */
  accountId?: string | undefined;
  /** With PROBE_EMAIL. */
  isProbe?: boolean;
}

/** The request of the error that is formatted, which Apollo does not pass. */
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

/** Every error in our format. An unexpected error is logged with its cause and hidden from the client. */
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
  // Apollo refuses some requests without a code.
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

/** The same format for a request that is refused before GraphQL. */
export function errorBody(message: string, extensions: ErrorExtensions, requestId: string): string {
  return JSON.stringify({
    errors: [{ message: cleanMessage(message), extensions: { ...declaredFields(extensions), requestId } }],
  });
}
