import { type ErrorCode, errorCodes, type FieldProblem } from '@console/contract/errors';
import { GraphQLError } from 'graphql';

export interface FieldError extends FieldProblem {
  path: string;
}

/** `extensions` of every error; formatting adds the request id. */
export interface ErrorExtensions {
  code: ErrorCode;
  fields: FieldError[];
  httpStatus: number;
  retryAfter?: number;
}

/** An error with a code. `responseStatus` sets the HTTP status of the response. */
export function failure(
  code: ErrorCode,
  message: string,
  more: {
    fields?: FieldError[];
    httpStatus?: number;
    retryAfter?: number;
    responseStatus?: number;
    cause?: Error;
  } = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { ...errorExtensions(code, more) }, originalError: more.cause });
}

export const retryText = (seconds: number): string =>
  `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;

export const notFoundError = (): GraphQLError =>
  failure('NOT_FOUND', 'The object does not exist, or you cannot access it.');

export type ChangedKind = 'assessment' | 'organisation' | 'user';

export const changedMeanwhileError = (kind: ChangedKind): GraphQLError =>
  failure('CONFLICT', `Someone else changed this ${kind}. Reload it and try again.`);

export function errorExtensions(
  code: ErrorCode,
  more: { fields?: FieldError[]; httpStatus?: number; retryAfter?: number; responseStatus?: number } = {},
): ErrorExtensions & { http?: { status: number } } {
  return {
    code,
    fields: more.fields ?? [],
    httpStatus: more.httpStatus ?? more.responseStatus ?? errorCodes[code],
    ...(more.retryAfter === undefined ? {} : { retryAfter: more.retryAfter }),
    ...(more.responseStatus === undefined ? {} : { http: { status: more.responseStatus } }),
  };
}

/** Removes control characters except line breaks, and those that change the direction of text. */
export const stripControlCharacters = (text: string): string =>
  text.replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, '');

/** INVALID for input that is not sent to the product API, with a line per field. */
export const invalid = (fields: FieldError[]): GraphQLError =>
  failure('INVALID', fields.map(({ path, message }) => `${path} ${message}`).join('\n'), { fields });

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code);

export const isFileRefused = (thrown: unknown): thrown is GraphQLError =>
  thrown instanceof GraphQLError && thrown.extensions.code === 'FILE_REFUSED';
