import { type Action, scopeOf } from '@console/contract/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller, type KeyUse } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import { useToken } from '../access/sessions.ts';
import { refusalOf } from '../base/audit-entry.ts';
import { audited, forbidden, unauthenticated } from '../base/failure.ts';
import { targetOf } from './refused-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who gets in at all. A route that does not say is open, and is not told who calls. */
    access?: 'public' | 'user';
    /** What the caller's role must allow, whatever the id. */
    action?: Action;
    /** The declared call's name. */
    call?: string;
    /** Whether it changes nothing. */
    isRead?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller's session token from now on, once it was looked at. */
    sessionToken: string | null | undefined;
  }
}

/** What the gateway says the key is used as. */
export function keyUseOf(request: FastifyRequest): KeyUse {
  const use = request.headers['x-key-use'];
  return use === 'session' || use === 'bearer' ? use : null;
}

/** Finds out who calls, before a byte of the body is read: no key 401, a role that may not do it 403. */
export function authenticate(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  app.decorateRequest('caller', null);
  app.decorateRequest('sessionToken', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { access, action } = request.routeOptions.config;
    if (!access) return;
    const key = request.headers[settings.apiKeyHeader];
    if (typeof key === 'string' && key) request.caller = await findCallerOf(services, key, request);
    if (access === 'user' && !request.caller) throw unauthenticated();
    if (request.caller) await useTokenOf(services, request.caller, request, reply);
    if (action && scopeOf(request.caller ?? { role: null }, action) === null) {
      throw audited(forbidden(), refusalOf(action, 'role', targetOf(request)));
    }
  });
}

/** The caller whom a key belongs to that came with a call. */
export const findCallerOf = (services: Services, key: string, request: FastifyRequest): Promise<Caller | null> =>
  findCaller(services, key, keyUseOf(request), tokenIn(request, services.settings));

function tokenIn({ headers }: FastifyRequest, { sessionTokenHeader }: Services['settings']): string | null {
  const token = sessionTokenHeader && headers[sessionTokenHeader];
  return typeof token === 'string' && token ? token : null;
}

/**
 * Uses the session token that came with a call and puts a renewed one on the answer. The answer is the caller's token from now on; null when none came,
 * or a stale one, which is no reason to refuse anything.
 */
export async function useTokenOf(
  { db, clock, settings }: Services,
  { sessionId, token: found }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  if (request.sessionToken !== undefined && request.caller?.sessionId === sessionId) return request.sessionToken;
  const header = settings.sessionTokenHeader;
  const token = tokenIn(request, settings);
  if (sessionId === undefined || !token) return null;
  const { good, renewed } = found ? await useToken(db, clock, sessionId, found) : { good: false };
  if (renewed && header) reply.header(header, renewed);
  request.sessionToken = renewed ?? (good ? token : null);
  return request.sessionToken;
}
