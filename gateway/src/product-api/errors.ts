import { STATUS_CODES } from 'node:http';
import type { Call } from '@console/contract/call';
import {
  type ErrorCode,
  type FieldProblem,
  fieldErrorCodes,
  refusalCodes,
  type SessionEnd,
  sessionEnds,
} from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import { lostConnectionCodes } from '@console/server-base/lost-connection';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError } from 'graphql';
import { codeOfWording } from '../base/code-of-wording.ts';
import { errorExtensions, type FieldError, failure, retryText, stripControlCharacters } from '../base/errors.ts';
import { CallRefused } from './bulkhead.ts';
import { envelopesOf, errorStatusIn, mergedEnvelopes, type UnknownRecord } from './envelopes.ts';
import { isRecord } from './shape.ts';

const maxMessageLength = 500;
const maxFields = 100;

/** Removes control characters, and cuts at a whole character. */
export const sanitiseMessage = (text: string): string =>
  Array.from(stripControlCharacters(text)).slice(0, maxMessageLength).join('');

/** Problems in one text or a list; without `codes` (extension), the wording gives the code. */
export const problemsOf = (texts: unknown, codes: unknown): FieldProblem[] =>
  [texts].flat().flatMap((text, place) => {
    if (typeof text !== 'string' || text === '') return [];
    const message = sanitiseMessage(text);
    const sent = [codes].flat()[place];
    return { code: fieldErrorCodes.find((code) => code === sent) ?? codeOfWording(message), message };
  });

const maxNesting = 3;

/** Entries per field and message, from a map, a list of texts or of `{ field, message }`, or a text. `codes` has the same places. */
function fieldErrorsOf(errors: unknown, codes: unknown, path = 'base', depth = 0): FieldError[] {
  if (Array.isArray(errors))
    return errors.flatMap((entry, place) => fieldErrorsOf(entry, Array.isArray(codes) && codes[place], path, depth));
  if (!isRecord(errors)) return problemsOf(errors, codes).map((problem) => ({ path, ...problem }));
  if (typeof errors.message === 'string' && errors.message !== '') {
    const field = errors.field ?? errors.attribute ?? errors.path;
    const at = typeof field === 'string' && field !== '' ? field : path;
    return problemsOf(errors.message, codes).map((problem) => ({ path: at, ...problem }));
  }
  if (depth >= maxNesting) return [];
  const nestedPath = (key: string) => (path === 'base' ? key : `${path}.${key}`);
  return Object.entries(errors).flatMap(([key, messages]) =>
    fieldErrorsOf(messages, isRecord(codes) && codes[key], nestedPath(key), depth + 1),
  );
}

const reasonPhrases = new Set(Object.values(STATUS_CODES).map((phrase) => phrase?.toLowerCase()));

/** The `error` of a response, unless it is the name of its own status. */
const errorOf = ({ error }: UnknownRecord): unknown =>
  typeof error === 'string' && reasonPhrases.has(error.trim().toLowerCase()) ? undefined : error;

/** Message and fields of a failed call (SPEC 8): `message`, else the errors map as lines, else `error`, else 'Request Failed'. */
export function flattenErrors(body: unknown): { message: string; fields: FieldError[] } {
  if (!isRecord(body)) return { message: texts.requestFailed, fields: [] };
  const named = fieldErrorsOf(body.errors, body.codes);
  const errors = (named.length > 0 ? named : fieldErrorsOf(errorOf(body), undefined)).slice(0, maxFields);
  const reported = typeof body.message === 'string' ? sanitiseMessage(body.message).trim() : '';
  const lines = errors.map(({ path, message }) => (path === 'base' ? message : `${path} ${message}`));
  return {
    message: reported || sanitiseMessage(lines.join('\n')).trim() || texts.requestFailed,
    fields: errors
      .filter(({ path }) => path !== 'base')
      .map(({ path, ...problem }) => ({ path: sanitiseMessage(path), ...problem })),
  };
}

const codes: Partial<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  501: 'CAPABILITY_UNAVAILABLE',
  502: 'UPSTREAM_UNAVAILABLE',
  503: 'UPSTREAM_UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** Only 401 means that the session has ended; an unexpected status is a bad response. */
const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 400 && status < 500 ? 'INVALID' : 'UPSTREAM_BAD_RESPONSE');

/** Our platform's code if the status is ambiguous; 401 and 429 are decided by status. */
function codeOfResponse(status: number, body: unknown): ErrorCode {
  const reported = isRecord(body) ? refusalCodes.find((code) => code === body.code) : undefined;
  const mayBeSaid = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return (mayBeSaid && reported) || codeOfStatus(status);
}

/** A failed call. Its response is not sent to the client. */
export class ApiFailure extends GraphQLError {
  readonly call: string;
  readonly isRead: boolean;
  /** Null without a response. */
  readonly status: number | null;
  /** JSON object of the response without its envelope; else empty. */
  readonly body: UnknownRecord;
  readonly missing: readonly string[] | undefined;

  constructor(
    call: Call,
    code: ErrorCode,
    more: {
      message?: string;
      fields?: FieldError[];
      status?: number;
      retryAfter?: number;
      body?: unknown;
      missing?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(more.message ?? texts.requestFailed, {
      extensions: {
        ...errorExtensions(code, { fields: more.fields, httpStatus: more.status, retryAfter: more.retryAfter }),
      },
    });
    this.call = call.name;
    this.isRead = call.kind === 'read';
    this.status = more.status ?? null;
    this.body = isRecord(more.body) ? more.body : {};
    this.missing = more.missing;
    Object.defineProperty(this, 'cause', { value: more.cause, enumerable: false });
  }

  get code(): ErrorCode {
    return this.extensions.code as ErrorCode;
  }

  /** Invalid fields, by the product API's names. */
  get fields(): FieldError[] {
    return this.extensions.fields as FieldError[];
  }
}

/** Failure of a response without a required part, which is logged. */
export function incompleteResponse(log: FastifyBaseLogger, call: Call, ...missing: string[]): ApiFailure {
  const failed = new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', { missing });
  log.warn({ call: call.name, code: failed.code, missing }, 'product API call failed');
  return failed;
}

/** Seconds to wait: the body's `retry_after`, else the header as seconds or date. */
export function retryAfterSeconds(body: unknown, header: string | string[] | undefined, now: Date): number | undefined {
  const reported = isRecord(body) && body.retry_after !== undefined ? body.retry_after : header;
  const seconds = Number(reported);
  if (reported !== undefined && reported !== '' && Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const until = typeof reported === 'string' ? Date.parse(reported) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

type Headers = Record<string, string | string[] | undefined>;

export function failureOfResponse(
  call: Call,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  now: Date,
): ApiFailure {
  const merged = mergedEnvelopes(call, body);
  const reported = status >= 400 ? flattenErrors(merged) : { message: texts.requestFailed, fields: [] };
  const retryAfter = status === 429 ? (retryAfterSeconds(merged, headers['retry-after'], now) ?? 0) : undefined;
  return new ApiFailure(call, codeOfResponse(status, merged), { ...reported, status, retryAfter, body: merged });
}

/** Failure in a successful response: by the body's status, else 422. */
export function failureOfRefusalInBody(
  call: Call,
  { headers, body }: { headers: Headers; body: unknown },
  now: Date,
): ApiFailure {
  const status =
    envelopesOf(call, body)
      .map(errorStatusIn)
      .find((code) => code !== null) ?? 422;
  const refused = failureOfResponse(call, { status, headers, body }, now);
  if (call.absentCode === undefined || refused.code !== 'INVALID') return refused;
  const { message, fields } = refused;
  return new ApiFailure(call, call.absentCode, { message, fields, status, body: refused.body });
}

/** Why the session has ended; undefined without the extension. */
export const sessionEndIn = ({ body }: ApiFailure): SessionEnd | undefined =>
  sessionEnds.find((end) => end === body.session_end);

const badResponses = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_INFO']);

/** Whether a response could not be parsed; the parser's errors are recognised by name. */
function isResponseParseError(thrown: unknown): boolean {
  const { name = '', code } = thrown as { name?: string; code?: unknown };
  // A timeout's code is a number.
  const text = String(code);
  return badResponses.has(text) || name === 'HTTPParserError' || text.startsWith('HPE_');
}

const lostConnection: ReadonlySet<string> = new Set([
  ...lostConnectionCodes,
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export const isConnectionLost = (thrown: unknown): boolean =>
  lostConnection.has(String((thrown as { code?: unknown }).code));

/** Whether a status means that the product API is not available; others come from the product API itself. */
export const isOutageStatus = (status: number): boolean => status >= 502 && status <= 504;

const tooManyRequests = (retryAfter: number) => `Too many requests. ${retryText(retryAfter)}`;

/** Null for an unavailable file; rethrows RATE_LIMITED. */
export function nullUnlessRateLimited(thrown: unknown): null {
  if (!(thrown instanceof CallRefused) || thrown.code !== 'RATE_LIMITED') return null;
  const { code, retryAfter } = thrown;
  throw failure(code, tooManyRequests(retryAfter), { retryAfter });
}

export function failureOfThrown(call: Call, thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown;
  if (thrown instanceof CallRefused) {
    const { code, retryAfter } = thrown;
    const message = code === 'RATE_LIMITED' ? tooManyRequests(retryAfter) : undefined;
    return new ApiFailure(call, code, { message, retryAfter, cause: thrown });
  }
  const { name = '', code = '' } = thrown as { name?: string; code?: string };
  // Other aborts are recognised by the signal's reason before this.
  if (
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT'
  )
    return new ApiFailure(call, 'UPSTREAM_TIMEOUT', { cause: thrown });
  return new ApiFailure(call, isResponseParseError(thrown) ? 'UPSTREAM_BAD_RESPONSE' : 'UPSTREAM_UNAVAILABLE', {
    cause: thrown,
  });
}
