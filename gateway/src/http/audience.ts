import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import type { Audience } from '../base/setting-list.ts';
import { readCaller } from '../core/caller.ts';
import { Context } from '../core/context.ts';
import { RequestSession } from '../core/request-session.ts';
import type { Services } from '../core/services.ts';
import { setRateLimitHeaders, spendPoints } from '../graphql/key-budget.ts';
import { readBearerKey, readSessionCookie } from '../session/request-check.ts';
import { acceptKey } from './log-caller.ts';

/** A request with an API key costs a point, and a call that checks the key. */
async function admitKey(request: FastifyRequest, reply: FastifyReply, services: Services, bearerKey: string) {
  const session = new RequestSession(services, { hasGuard: false, pageSecretHash: null, bearerKey });
  request.consoleSession = session;
  const context = new Context(request, services, session);
  spendPoints(context, 1, 'This page');
  await readCaller(context.api);
  acceptKey(request, context);
  setRateLimitHeaders(reply, context);
}

/** Whether a request has a session that lasts. Only the product API knows when it ends its sessions. */
async function isSignedIn(request: FastifyRequest, services: Services): Promise<boolean> {
  const content = await readSessionCookie(request, services);
  if (content === null || typeof content === 'string') return false;
  // No session token: a page sets no cookie, so a renewed token would be lost.
  const session = new RequestSession(services, {
    hasGuard: false,
    pageSecretHash: null,
    session: { ...content, token: null },
  });
  try {
    await readCaller(new Context(request, services, session).api);
    return true;
  } catch (thrown) {
    if (thrown instanceof GraphQLError && thrown.extensions.code === 'UNAUTHENTICATED') return false;
    throw thrown;
  }
}

/** Whether a request can read public pages; `signed-in` needs a key or session cookie. Redirects browsers to sign in, else UNAUTHENTICATED. */
export async function admitReader(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  audience: Audience,
): Promise<boolean> {
  if (audience === 'all') return true;
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept, accept-encoding, authorization, cookie' });
  const bearerKey = readBearerKey(request);
  if (bearerKey !== null) {
    await admitKey(request, reply, services, bearerKey);
    return true;
  }
  if (await isSignedIn(request, services)) return true;
  if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
    throw failure('UNAUTHENTICATED', 'Sign in to the console, or send an API key as a Bearer token.', {
      responseStatus: 401,
    });
  reply.header('cache-control', 'no-store').redirect(`/login?next=${encodeURIComponent(request.url)}`);
  return false;
}
