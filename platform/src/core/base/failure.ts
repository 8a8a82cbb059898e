import type { RefusalCode } from '@console/contract/errors';
import type { Actor, AuditEntry } from './audit-entry.ts';

/** The body of every failed call: a text for people, or texts by field (SPEC 8), and what extensions add. */
export type FailureBody =
  | ({ message: string } & Record<string, unknown>)
  | ({ errors: Record<string, string[]> } & Record<string, unknown>);

/** A call that is refused. The status and body are the whole answer; nothing is logged as an error. */
export class Failure extends Error {
  override name = 'Failure';
  readonly status: number;
  readonly body: FailureBody;
  readonly headers: Record<string, string>;
  /** Its entry of the audit log, written once the refused action is undone. Without one the entry is made of the request. */
  audit: AuditEntry | null = null;
  /** Who was refused, where that is not the caller. */
  actor: Omit<Actor, 'requestId'> | null = null;

  constructor(status: number, body: FailureBody, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 401: no key, or one that is unknown, ended or of the other kind. Nothing else is answered with 401. */
export const unauthenticated = () => new Failure(401, { message: 'Please sign in.' });
/** 403: the role may not do this, whatever the id. */
export const forbidden = () => new Failure(403, { message: 'You may not do this.' });
/** 404: unknown, or not the caller's to see; both look the same. */
export const notFound = () => new Failure(404, { message: 'Not Found' });
/** 422 with texts by field; `base` is for what no single field is to blame for. */
export const invalid = (errors: Record<string, string[]>) => new Failure(422, { errors });
/** 422 with one text. */
export const refused = (message: string, extra: Record<string, unknown> = {}) =>
  new Failure(422, { message, ...extra });
/** 422 with one text, and (extension) the code that tells a caller what happened where the status does not. */
export const refusedAs = (code: RefusalCode, message: string) => refused(message, { code });
/** 422: the token of a mailed link is unknown, used, expired or for something else. */
export const tokenInvalid = () => refusedAs('TOKEN_INVALID', 'This link is not valid any more. Ask for a new one.');
/** 422: files of a form cannot be taken; texts by the field of each. */
export const filesRefused = (errors: Record<string, string[]>) =>
  new Failure(422, { errors, code: 'FILE_REFUSED' satisfies RefusalCode });
/** 409: what is to be changed is newer than the caller knows. */
export const stale = (what: string) =>
  new Failure(409, { message: `Somebody else has changed this ${what}. Please look at it again.` });
/** 409: it is not any more, or not yet, as it must be for this. */
export const conflict = (message: string) => new Failure(409, { message });
/** A refusal with an audit entry of its own, and with its actor where that is not the caller. */
export const audited = (failure: Failure, audit: AuditEntry, actor: Failure['actor'] = failure.actor): Failure =>
  Object.assign(failure, { audit, actor });

/** 429: refused until so many seconds have passed. */
export const tooMany = (seconds: number) =>
  new Failure(
    429,
    {
      message: `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retry_after: seconds,
    },
    { 'retry-after': String(seconds) },
  );
