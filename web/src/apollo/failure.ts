import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { texts } from '@console/contract/rules';

/** The codes of the schema's ErrorCode that the console answers in a way of its own. */
type KnownCode =
  | 'UNAUTHENTICATED'
  | 'NOT_FOUND'
  | 'TOKEN_INVALID'
  | 'RATE_LIMITED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'CONFLICT'
  | 'WRONG_PASSWORD'
  | 'USER_LIMIT_REACHED'
  | 'USER_LIMIT_TOO_LOW'
  | 'RESPONDER_ACTIVE';

/** Whether a failed mutation saved anything. */
type Saved = 'NOTHING' | 'PART' | 'UNKNOWN';
const savedValues: readonly unknown[] = ['NOTHING', 'PART', 'UNKNOWN'] satisfies Saved[];

/** After any other code the request was refused. */
const isUnclear = (code: string): boolean => code.startsWith('UPSTREAM_') || code === 'INTERNAL';

/** A page that may not be seen looks like one that is not there. */
const refusals: readonly unknown[] = ['NOT_FOUND', 'FORBIDDEN'];

interface ErrorShape {
  message?: unknown;
  path?: readonly (string | number)[] | undefined;
  extensions?: Record<string, unknown> | undefined;
}

/** One failed request, as the screens need it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What to show, one line each. */
  lines: string[] = [texts.requestFailed];
  codes: string[] = [];
  requestId: string | undefined;
  /** Seconds to wait, with RATE_LIMITED. */
  retryAfter: number | undefined;
  /** Message by the name of the form's field. */
  fields: Record<string, string> = {};
  /** Paths of the fields that are not there or not for this person, e.g. `viewer.organisation`. */
  refusedAt: string[] = [];
  /** Of a mutation. */
  saved: Saved = 'UNKNOWN';
  /** The request was given up by the console itself: nobody needs to be told. */
  aborted = false;

  has(code: KnownCode): boolean {
    return this.codes.includes(code);
  }
}

const fieldsOf = (extensions: Record<string, unknown>): [string, string][] =>
  Array.isArray(extensions.fields)
    ? extensions.fields.flatMap((field: { path?: unknown; message?: unknown }) =>
        typeof field?.path === 'string' && typeof field.message === 'string' ? [[field.path, field.message]] : [],
      )
    : [];

const read = (failure: Failure, errors: readonly ErrorShape[]): Failure => {
  const lines = errors.flatMap(({ message }) => (typeof message === 'string' && message ? message.split(/\r?\n/) : []));
  if (lines.length > 0) failure.lines = [...new Set(lines)];
  failure.message = failure.lines.join('\n');
  for (const { extensions = {}, path } of errors) {
    if (path && refusals.includes(extensions.code)) failure.refusedAt.push(path.join('.'));
    if (typeof extensions.code === 'string') failure.codes.push(extensions.code);
    if (typeof extensions.requestId === 'string') failure.requestId ??= extensions.requestId;
    if (typeof extensions.retryAfter === 'number') failure.retryAfter ??= extensions.retryAfter;
    Object.assign(failure.fields, Object.fromEntries(fieldsOf(extensions)));
  }
  const said = errors.map(({ extensions }) => extensions?.saved).find((saved) => savedValues.includes(saved));
  // What was refused before it reached GraphQL does not say.
  const refused = failure.codes.length > 0 && !failure.codes.some(isUnclear);
  failure.saved = (said as Saved | undefined) ?? (refused ? 'NOTHING' : 'UNKNOWN');
  return failure;
};

/** The GraphQL errors in the body of an answer that came with a failing status. */
const inBody = (text: string): readonly ErrorShape[] => {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    return Array.isArray(errors) ? errors : [];
  } catch {
    return [];
  }
};

export const failureOf = (errors: readonly ErrorShape[]): Failure => read(new Failure(texts.requestFailed), errors);

/** What went wrong, whatever was thrown: an answer with errors, a failing status, no network. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (CombinedGraphQLErrors.is(error)) return failureOf(error.errors);
  if (ServerError.is(error)) return failureOf(inBody(error.bodyText));
  const failure = failureOf([]);
  // Apollo calls a request that a cleared store cut off an invariant violation.
  failure.aborted = error instanceof Error && /^(AbortError|Invariant Violation)$/.test(error.name);
  return failure;
};
