import { createHash, timingSafeEqual } from 'node:crypto';
import type { SessionEnd } from '@console/contract/errors';
import type { FastifyRequest } from 'fastify';
import { unixSeconds } from '../base/clock.ts';
import { failure } from '../base/errors.ts';
import { recordRefusalBeforeGraphql } from '../core/audit-refusal.ts';
import type { SessionContent } from '../core/content-cipher.ts';
import { callContextOf } from '../core/context.ts';
import { hasConsoleCookie, readCookie } from '../core/cookies.ts';
import { RequestSession } from '../core/request-session.ts';
import { revokeSession } from '../core/revoke-session.ts';
import type { Services } from '../core/services.ts';
import { endsSessions } from '../core/session-times.ts';
import type { CallContext } from '../product-api/call-context.ts';

/** A page sends its secret from its first request; its absence this long after signing in means that the page was left. */
const graceSeconds = 10;

/** Key of `Authorization: Bearer`; null without the header. */
export function readBearerKey(request: FastifyRequest): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? '');
  return match ? (match[1] ?? '').trim() : null;
}

/** SHA-256 of a page secret of 32 bytes in base64url; null for anything else. */
export const hashPageSecret = (secret: unknown): string | null =>
  typeof secret === 'string' && /^[\w-]{43}$/.test(secret)
    ? createHash('sha256').update(secret).digest('base64url')
    : null;

export const pageHashesMatch = (one: string, other: string | null): boolean =>
  other !== null && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Session of a valid cookie, why it has ended, or null. Logs tampering without the value. */
export async function readSessionCookie(
  request: FastifyRequest,
  services: Services,
): Promise<SessionContent | SessionEnd | null> {
  const cookie = readCookie(request.headers.cookie, '__Host-console');
  if (cookie === null) return null;
  const content =
    cookie === 'twice' ? 'tampered' : await services.contentCipher.decrypt('__Host-console', cookie.value);
  if (content === 'tampered') {
    request.log.warn('session.tampered');
    recordRefusalBeforeGraphql(request, services, { action: 'session:resume', reason: 'TAMPERED' });
  }
  if (typeof content === 'string') return null;
  await services.sessionRegistry.refresh(content.sid);
  if (services.sessionRegistry.isRevoked(content.sid)) return 'ENDED';
  const now = unixSeconds(services.clock());
  if (now >= content.abs) return 'EXPIRED';
  const isIdle = now - content.iat > services.settings.sessionIdleMinutes * 60;
  return isIdle && !(await endsSessions(services, callContextOf(request))) ? 'IDLE' : content;
}

/** Session of a POST, in the order of PROTOCOLS 1.5. Throws FORBIDDEN if another site may have sent it. */
export async function checkRequestAndOpenSession(
  request: FastifyRequest,
  services: Services,
  context: CallContext,
): Promise<RequestSession> {
  const key = readBearerKey(request);
  if (key !== null) return new RequestSession(services, { hasGuard: false, pageSecretHash: null, bearerKey: key });

  const hasGuard = isFromOwnPage(request, services.settings.publicUrl);
  const secret = request.headers['x-console-page'];
  const pageSecretHash = hashPageSecret(secret);
  if (!hasGuard && hasConsoleCookie(request.headers.cookie))
    throw failure(
      'FORBIDDEN',
      'This request was not accepted, because it might come from another site. Reload the page and try again.',
      { responseStatus: 403 },
    );
  if (readCookie(request.headers.cookie, '__Host-console') === null)
    return new RequestSession(services, { hasGuard, pageSecretHash });

  const cookieSession = await readSessionCookie(request, services);
  if (cookieSession === null || typeof cookieSession === 'string') {
    const end = cookieSession ?? undefined;
    return new RequestSession(services, { hasGuard, pageSecretHash, clearsCookie: true, end });
  }
  if (!secret) {
    const wasLeft = unixSeconds(services.clock()) - cookieSession.iat > graceSeconds;
    if (wasLeft) revokeSession(services, cookieSession, context);
    return new RequestSession(services, {
      hasGuard,
      pageSecretHash,
      cookieSession: wasLeft ? null : cookieSession,
      clearsCookie: wasLeft,
    });
  }
  const session = pageHashesMatch(cookieSession.page, pageSecretHash) ? cookieSession : null;
  return new RequestSession(services, { hasGuard, pageSecretHash, cookieSession, session });
}

/** Whether our own page sent it: guard header, our Origin, and no sign of another site (PROTOCOLS 1.5). */
function isFromOwnPage(request: FastifyRequest, publicUrl: URL): boolean {
  const { origin, 'x-csrf-guard': guard, 'sec-fetch-site': site } = request.headers;
  if (guard !== '1' || typeof origin !== 'string' || !URL.canParse(origin)) return false;
  // A sibling module is same-site, but not our origin.
  if (site !== undefined && site !== 'same-origin') return false;
  const sender = new URL(origin);
  if (sender.origin === publicUrl.origin) return true;
  // http is accepted only when the console itself is served by http.
  const scheme = sender.protocol === 'https:' || sender.protocol === publicUrl.protocol;
  return scheme && sender.host === request.host;
}
