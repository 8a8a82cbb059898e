import { type ErrorCode, errorCodes } from '@console/contract/errors';
import { GraphQLError } from 'graphql';

/** What is wrong with one input field. */
export interface FieldError {
  path: string;
  message: string;
}

/** `extensions` of every error that an answer carries; the request id is added on the way out. */
export interface ErrorExtensions {
  code: ErrorCode;
  fields: FieldError[];
  httpStatus: number;
  retryAfter?: number;
}

/** A failure of the closed list. `answerStatus` sets the status of the whole HTTP answer, which is otherwise GraphQL's own. */
export function failure(
  code: ErrorCode,
  message: string,
  more: { fields?: FieldError[]; httpStatus?: number; retryAfter?: number; answerStatus?: number; cause?: Error } = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensionsOf(code, more) }, originalError: more.cause });
}

/** The extensions of a failure, in our one shape. */
export function extensionsOf(
  code: ErrorCode,
  more: { fields?: FieldError[]; httpStatus?: number; retryAfter?: number; answerStatus?: number } = {},
): ErrorExtensions & { http?: { status: number } } {
  return {
    code,
    fields: more.fields ?? [],
    httpStatus: more.httpStatus ?? more.answerStatus ?? errorCodes[code],
    ...(more.retryAfter === undefined ? {} : { retryAfter: more.retryAfter }),
    ...(more.answerStatus === undefined ? {} : { http: { status: more.answerStatus } }),
  };
}

/** A message without control characters but line breaks, and without those that would show its text in another order. */
export const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu, '');

/** INVALID for input that is not even sent to the product API, with a line for each field. */
export const invalid = (fields: FieldError[]): GraphQLError =>
  failure('INVALID', fields.map(({ path, message }) => `${path} ${message}`).join('\n'), { fields });

/** Whether a text is one of the closed list of codes. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code);

/** Whether a file was refused, for what it is and not for how it came. */
export const isFileRefused = (thrown: unknown): thrown is GraphQLError =>
  thrown instanceof GraphQLError && thrown.extensions.code === 'FILE_REFUSED';
