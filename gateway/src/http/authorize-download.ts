import type { FastifyReply, FastifyRequest } from 'fastify';
import { unixSeconds } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import { RequestSession } from '../core/request-session.ts';
import type { Services } from '../core/services.ts';
import { hashPageSecret, pageHashesMatch, readBearerKey, readSessionCookie } from '../session/request-check.ts';

export type DownloadRequest<Params = unknown> = FastifyRequest<{
  Params: Params;
  Querystring: { token?: unknown; arguments?: unknown; timeZone?: unknown; separator?: unknown };
}>;

/** A slower reader would block a place of its organisation. */
const longestMs = 15 * 60_000;

interface Download {
  session: RequestSession;
  args: string;
  options: { timeZone?: unknown; separator?: unknown };
  id: string | undefined;
}

/** Caller and arguments of a download. A URL is valid for its session and one request only. */
export async function authorizeDownload(
  request: DownloadRequest,
  services: Services,
  wanted: string,
  goneText: string,
): Promise<Download> {
  const bearerKey = readBearerKey(request);
  const { token, arguments: args = '{}', ...options } = request.query;
  if (bearerKey !== null)
    return {
      session: new RequestSession(services, { hasGuard: false, pageSecretHash: null, bearerKey }),
      args: String(args),
      options,
      id: undefined,
    };
  if (typeof token !== 'string')
    throw failure('UNAUTHENTICATED', 'Send an API key as a Bearer token.', { responseStatus: 401 });
  const content = await services.contentCipher.decrypt('export', token);
  const session = await readSessionCookie(request, services);
  if (session === null || typeof session === 'string')
    throw failure('UNAUTHENTICATED', 'Sign in to continue.', { responseStatus: 401 });
  const pageSecretHash = hashPageSecret(request.headers['x-console-page']);
  const isOwn =
    typeof content !== 'string' &&
    content.sid === session.sid &&
    `${content.list} ${content.format}` === wanted &&
    unixSeconds(services.clock()) < content.exp &&
    pageHashesMatch(session.page, pageSecretHash);
  if (!isOwn || !(await services.exports.use(content.id)))
    throw failure('NOT_FOUND', goneText, { responseStatus: 404 });
  return {
    session: new RequestSession(services, { hasGuard: true, pageSecretHash, cookieSession: session, session }),
    args: content.args,
    options: content,
    id: content.id,
  };
}

/** Takes a place of the caller's organisation; the signal aborts when the reader has gone, or after the longest time. */
export function beginDownload(reply: FastifyReply, { exports }: Services, organisationId: string | null): AbortSignal {
  // The reader may have gone while the caller was read; the place would then never be free again.
  if (reply.raw.destroyed) throw failure('INVALID', 'The download was cancelled.', { responseStatus: 400 });
  const end = exports.begin(organisationId ?? '');
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), longestMs);
  // Also after a refusal, and when the reader goes before the first row.
  reply.raw.once('close', () => {
    clearTimeout(timer);
    abort.abort();
    end();
  });
  return abort.signal;
}
