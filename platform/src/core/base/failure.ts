import type { FieldProblem, RefusalCode, SessionEnd } from '@console/contract/errors';
import type { Actor, AuditEntry } from './audit-entry.ts';

/** The body of a failed call: a text, or texts by field (SPEC 8), and fields of extensions. */
export type FailureBody =
  | ({ message: string } & Record<string, unknown>)
  | ({ errors: Record<string, string[]> } & Record<string, unknown>);

/** A refused call. Status and body are the response; nothing is logged as an error. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly body: FailureBody;
  readonly headers: Record<string, string>;
  /** Its audit entry, written after the rollback. Null: the entry is derived from the request. */
  audit: AuditEntry | null = null;
  /** The refused user if that is not the caller. */
  actor: Omit<Actor, 'requestId'> | null = null;

  constructor(status: number, body: FailureBody, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 401: no key, or one that is unknown, expired or of the other kind. No other failure is a 401. */
export const unauthenticated = (session_end?: SessionEnd) =>
  new Failure(401, { message: 'Sign in to continue.', ...(session_end && { session_end }) });
/** 403: the caller's role, or the scopes of the caller's key, may not do this, whatever the id. */
export const forbidden = (message = 'You do not have permission for this action.') => new Failure(403, { message });
/** 404: unknown, or not visible to the caller; both look the same. */
export const notFound = () => new Failure(404, { message: 'Not Found' });
/** Problems by field; `base` is the whole input. */
export type FieldProblems = Record<string, readonly FieldProblem[]>;

/** The texts as SPEC 8 has them, and (extension) next to them their codes in the same order. */
const fieldErrors = (problems: FieldProblems) => ({
  errors: partsOf(problems, ({ message }) => message),
  codes: partsOf(problems, ({ code }) => code),
});

const partsOf = (problems: FieldProblems, partOf: (problem: FieldProblem) => string): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).map(([field, all]) => [field, all.map(partOf)]));

/** 422 with problems by field. */
export const invalidFields = (problems: FieldProblems) => new Failure(422, fieldErrors(problems));
/** 422 with one text. */
export const refused = (message: string, extra: Record<string, unknown> = {}) =>
  new Failure(422, { message, ...extra });
/** 422 with one text and (extension) a code for what the status does not tell apart. */
export const refusedWithCode = (code: RefusalCode, message: string) => refused(message, { code });
/** 422: the token of a mailed link is unknown, used, expired or of another kind. */
export const invalidToken = () =>
  refusedWithCode('TOKEN_INVALID', 'This link has expired or was already used. Request a new one.');
/** 422: uploaded files are refused; problems by field. */
export const filesRefused = (problems: FieldProblems) =>
  new Failure(422, { ...fieldErrors(problems), code: 'FILE_REFUSED' satisfies RefusalCode });
/** 409: the record has changed since the caller read it. */
export const editConflict = (what: string) =>
  new Failure(409, { message: `Someone else changed this ${what}. Reload it and try again.` });
/** 409: the record is not in a state that allows this. */
export const conflict = (message: string) => new Failure(409, { message });
/** Attaches an audit entry to a failure, and its actor if that is not the caller. */
export const withAudit = (failure: Failure, audit: AuditEntry, actor: Failure['actor'] = failure.actor): Failure =>
  Object.assign(failure, { audit, actor });

/** 429: refused for the given number of seconds. */
export const rateLimited = (seconds: number) =>
  new Failure(
    429,
    {
      message: `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retry_after: seconds,
    },
    { 'retry-after': String(seconds) },
  );

/** 429 for a task that is not done because too many wait. */
export const tooManyTasks = () => rateLimited(1);
