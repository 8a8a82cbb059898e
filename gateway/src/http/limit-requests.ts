import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashApiKey } from '../base/key-hash.ts';
import { readCookie } from '../core/cookies.ts';
import type { RequestShares, Sender } from '../core/request-shares.ts';
import { readBearerKey } from '../session/request-check.ts';

/** The key or the session cookie of a request, hashed and not checked. */
function credentialOf(request: FastifyRequest): string {
  const bearer = readBearerKey(request);
  if (bearer !== null) return hashApiKey(bearer);
  const cookie = readCookie(request.headers.cookie, '__Host-console');
  return cookie === null || cookie === 'twice' ? '' : hashApiKey(cookie.value);
}

const senderOf = (request: FastifyRequest): Sender => ({
  credential: credentialOf(request),
  address: request.ip,
});

/** A caller who sends the next request after each refusal then sends a few in a second, and not thousands. */
const refusalDelayMs = 500;
/** A delayed refusal holds its connection. */
const maxDelayed = 1_000;

/** Refuses requests of callers who have used up their share, before the session is opened and the body is read. */
export function limitRequests(app: FastifyInstance, shares: RequestShares): void {
  let delayed = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    request.sender = senderOf(request);
    try {
      shares.admit(request.sender, request.url.length + Number(request.headers['content-length'] ?? 0));
      done();
    } catch (refusal) {
      if (delayed >= maxDelayed) return done(refusal as Error);
      delayed += 1;
      setTimeout(() => {
        delayed -= 1;
        done(refusal as Error);
      }, refusalDelayMs);
    }
  });
}

/** Reads JSON like Fastify, and counts a body of which the length was not announced. */
export function countJsonBytes(app: FastifyInstance, shares: RequestShares): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-length'] === undefined) shares.chargeBytes(request.sender, Buffer.byteLength(body));
    return parse(request, body, done);
  });
}
