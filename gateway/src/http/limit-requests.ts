import { countedNetwork } from '@console/contract/ip-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashApiKey } from '../base/key-hash.ts';
import { readCookie } from '../core/cookies.ts';
import type { RequestShares, Sender } from '../core/request-shares.ts';
import { readBearerKey } from '../session/request-check.ts';

function credentialOf(request: FastifyRequest): string {
  const bearer = readBearerKey(request);
  if (bearer !== null) return hashApiKey(bearer);
  const cookie = readCookie(request.headers.cookie, '__Host-console');
  return cookie === null || cookie === 'twice' ? '' : hashApiKey(cookie.value);
}

const senderOf = (request: FastifyRequest): Sender => ({
  credential: credentialOf(request),
  network: countedNetwork(request.ip),
});

/** Delay after each refusal, for callers who then send the next request at once. */
const refusalDelayMs = 500;
/** A delayed refusal occupies its connection. */
const maxDelayed = 1_000;

/** Rejects requests beyond a caller's share, before session and body are read. */
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

/** Reads JSON like Fastify, and counts a body without announced length. */
export function countJsonBytes(app: FastifyInstance, shares: RequestShares): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-length'] === undefined) shares.chargeBytes(request.sender, Buffer.byteLength(body));
    return parse(request, body, done);
  });
}
