import type { FieldProblem, RefusalCode, SessionEnd } from '@console/contract/errors';
import type { Actor, AuditEntry } from './audit-entry.ts';

/** Body of a failed call: a text, or texts by field (SPEC 8), and fields of extensions. */
export type FailureBody =
  | ({ message: string } & Record<string, unknown>)
  | ({ errors: Record<string, string[]> } & Record<string, unknown>);

/** A failed call with its response; not logged as an error. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly body: FailureBody;
  readonly headers: Record<string, string>;
  /** Audit entry, written after the rollback. Null derives it from the request. */
  audit: AuditEntry | null = null;
  actor: Omit<Actor, 'requestId'> | null = null;

  constructor(status: number, body: FailureBody, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 401: the key is missing, unknown, expired or of the other kind. No other failure is a 401. */
export const unauthenticated = (session_end?: SessionEnd) =>
  new Failure(401, { message: 'Sign in to continue.', ...(session_end && { session_end }) });
/** 403: the caller's role, or the scopes of the caller's key, may not do this, whatever the id. */
export const forbidden = (message = 'You do not have permission for this action.') => new Failure(403, { message });
/** 404: unknown, or not visible to the caller; both look the same. */
export const notFound = () => new Failure(404, { message: 'Not Found' });
/** Problems by field; `base` is the whole input. */
export type FieldProblems = Record<string, readonly FieldProblem[]>;

/** Texts as SPEC 8 has them, and (extension) the codes of the texts in the same order. */
const fieldErrors = (problems: FieldProblems) => ({
  errors: partsOf(problems, ({ message }) => message),
  codes: partsOf(problems, ({ code }) => code),
});

const partsOf = (problems: FieldProblems, partOf: (problem: FieldProblem) => string): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).map(([field, all]) => [field, all.map(partOf)]));

export const invalidFields = (problems: FieldProblems) => new Failure(422, fieldErrors(problems));
export const refused = (message: string, extra: Record<string, unknown> = {}) =>
  new Failure(422, { message, ...extra });
/** 422 with a text and (extension) a code. */
export const refusedWithCode = (code: RefusalCode, message: string) => refused(message, { code });
/** 422 for a mailed link that is unknown, used, expired or of another kind. */
export const invalidToken = () =>
  refusedWithCode('TOKEN_INVALID', 'This link has expired or was already used. Request a new one.');
export const filesRefused = (problems: FieldProblems) =>
  new Failure(422, { ...fieldErrors(problems), code: 'FILE_REFUSED' satisfies RefusalCode });
/** 409: the record has changed since the caller read it. */
export const editConflict = (what: string) =>
  new Failure(409, { message: `Someone else changed this ${what}. Reload it and try again.` });
/** 409: the record's state does not allow this. */
export const conflict = (message: string) => new Failure(409, { message });
export const withAudit = (failure: Failure, audit: AuditEntry, actor: Failure['actor'] = failure.actor): Failure =>
  Object.assign(failure, { audit, actor });

/** 429 with the seconds until a retry. */
export const rateLimited = (
  seconds: number,
  message = `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
) =>
  new Failure(
    429,
    {
      message,
      retry_after: seconds,
    },
    { 'retry-after': String(seconds) },
  );

export const tooManyTasks = () => rateLimited(1);
