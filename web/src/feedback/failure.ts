import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { texts } from '@console/contract/rules';
import { messageLines } from './fieldSentence.ts';
import { type Outage, outageTexts } from './outageTexts.ts';

/** The codes of the schema's ErrorCode that the console handles in a special way. */
type KnownCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TOKEN_INVALID'
  | 'RATE_LIMITED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'CONFLICT'
  | 'INVALID'
  | typeof stillRunning
  | 'WRONG_PASSWORD'
  | 'USER_LIMIT_REACHED'
  | 'USER_LIMIT_TOO_LOW'
  | 'RESPONDER_ACTIVE'
  | 'FACTOR_REQUIRED';

/** Whether a failed mutation saved anything. */
type Saved = 'NOTHING' | 'PART' | 'UNKNOWN';
const savedValues: readonly unknown[] = ['NOTHING', 'PART', 'UNKNOWN'] satisfies Saved[];

/** CONFLICT of a repeated mutation while its first request is still running, not of a change by another user. */
export const stillRunning = 'STILL_RUNNING';

/** Any other code means that the request was refused. */
export const isUnclear = (code: string): boolean => code.startsWith('UPSTREAM_') || code === 'INTERNAL';

/** The product API cannot be reached, or takes too long. */
const outageCodes: readonly unknown[] = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'];
/** The status of a proxy in front of the console that cannot reach it. */
const outageStatuses: readonly number[] = [502, 503, 504];

const isOutage = (value: unknown): value is Outage => typeof value === 'string' && Object.hasOwn(outageTexts, value);

/** A forbidden page looks like one that does not exist. */
const refusals: readonly unknown[] = ['NOT_FOUND', 'FORBIDDEN'];

interface ErrorShape {
  message?: unknown;
  path?: readonly (string | number)[] | undefined;
  extensions?: Record<string, unknown> | undefined;
}

/** A failed request, as the screens need it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The lines of the message. */
  lines: string[] = [texts.requestFailed];
  codes: string[] = [];
  requestId: string | undefined;
  /** Seconds to wait, with RATE_LIMITED. */
  retryAfter: number | undefined;
  /** Message by the name of the form's field. */
  fields: Record<string, string> = {};
  /** Paths of the fields that do not exist or are forbidden, e.g. `viewer.organisation`. */
  refusedAt: string[] = [];
  saved: Saved = 'UNKNOWN';
  /** The part that did not respond; undefined for a refusal and for any other failure. */
  outage: Outage | undefined;
  /** The console itself aborted the request: the failure is not shown. */
  aborted = false;

  has(code: KnownCode): boolean {
    return this.codes.includes(code);
  }
}

const fieldsOf = ({ fields }: Record<string, unknown>): { path: string; message: string }[] =>
  Array.isArray(fields)
    ? fields.filter((field) => typeof field?.path === 'string' && typeof field.message === 'string')
    : [];

const readErrors = (failure: Failure, errors: readonly ErrorShape[]): Failure => {
  const lines = errors.flatMap(({ message, extensions = {} }) =>
    typeof message === 'string' && message ? messageLines(message, fieldsOf(extensions)) : [],
  );
  if (lines.length > 0) failure.lines = [...new Set(lines)];
  failure.message = failure.lines.join('\n');
  for (const { extensions = {}, path } of errors) {
    if (path && refusals.includes(extensions.code)) failure.refusedAt.push(path.join('.'));
    const waits = extensions.code === 'CONFLICT' && typeof extensions.retryAfter === 'number';
    if (typeof extensions.code === 'string') failure.codes.push(waits ? stillRunning : extensions.code);
    if (typeof extensions.requestId === 'string') failure.requestId ??= extensions.requestId;
    if (isOutage(extensions.outage)) failure.outage ??= extensions.outage;
    else if (outageCodes.includes(extensions.code)) failure.outage ??= 'platform';
    if (typeof extensions.retryAfter === 'number') failure.retryAfter ??= extensions.retryAfter;
    for (const field of fieldsOf(extensions)) failure.fields[field.path] = field.message;
  }
  const saved = errors.map(({ extensions }) => extensions?.saved).find((value) => savedValues.includes(value));
  // Errors from before GraphQL have no `saved`.
  const refused = failure.codes.length > 0 && !failure.codes.some(isUnclear);
  failure.saved = (saved as Saved | undefined) ?? (refused ? 'NOTHING' : 'UNKNOWN');
  if (failure.has(stillRunning)) {
    failure.lines = ['Your change is still being saved.'];
    failure.saved = 'UNKNOWN';
  }
  return failure;
};

/** The GraphQL errors in the body of a response with an error status. */
const errorsInBody = (text: string): readonly ErrorShape[] => {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    return Array.isArray(errors) ? errors : [];
  } catch {
    return [];
  }
};

export const failureFromErrors = (errors: readonly ErrorShape[]): Failure =>
  readErrors(new Failure(texts.requestFailed), errors);

/** The failure in the body of a response outside of GraphQL. */
export const failureFromBody = (text: string): Failure => failureFromErrors(errorsInBody(text));

/** Lookups come from the gateway's cache, so they do not show that the product API responded. */
const hasData = (data: Record<string, unknown> | null | undefined): boolean =>
  Object.entries(data ?? {}).some(([field, value]) => value !== null && field !== 'lookups');

/** Turns any error of a request into a Failure: GraphQL errors, an error status, no network. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  const failure = failureOf(error);
  if (failure.outage) failure.lines = [...failure.lines, outageTexts[failure.outage]];
  return failure;
};

const failureOf = (error: unknown): Failure => {
  if (CombinedGraphQLErrors.is(error)) {
    const failure = failureFromErrors(error.errors);
    // A result from the cache has no code.
    if (failure.codes.length > 0 && failure.outage && hasData(error.data)) failure.outage = 'part';
    return failure;
  }
  const failure = failureFromErrors(ServerError.is(error) ? errorsInBody(error.bodyText) : []);
  if (ServerError.is(error)) {
    if (failure.codes.length === 0 && outageStatuses.includes(error.statusCode)) failure.outage = 'console';
    return failure;
  }
  // Apollo reports a request that was aborted by clearing the store as an invariant violation.
  failure.aborted = error instanceof Error && /^(AbortError|Invariant Violation)$/.test(error.name);
  // `fetch` rejects with a TypeError when there is no response.
  if (!navigator.onLine) failure.outage = 'browser';
  else if (error instanceof TypeError) failure.outage = 'console';
  return failure;
};
