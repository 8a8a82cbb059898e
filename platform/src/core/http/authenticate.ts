import { type Action, scopeOf } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { sessionCalls } from '@console/contract/calls/session';
import { type KeyScope, missingScopeText } from '@console/contract/key-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCallerAndMarkKeyUsed, type KeyKind } from '../access/caller.ts';
import { factorRequired, isAllowedWithout } from '../access/required-factor.ts';
import type { Services } from '../access/services.ts';
import { acceptAndRenewSessionToken, sessionRejection } from '../access/sessions.ts';
import { refusalEntry } from '../base/audit-entry.ts';
import { clientAddress } from '../base/client-address.ts';
import { forbidden, withAudit } from '../base/failure.ts';
import { targetOfRequest } from './refusal-of-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Undefined if the call is open to all and the caller is not identified. */
    access?: 'public' | 'user';
    /** Action that the role must allow, whatever the id. */
    action?: Action;
    /** The other direction of a toggle; either action is enough. */
    otherAction?: Action;
    call?: string;
    isRead?: boolean;
    /** Scope that an API key needs. */
    scope?: KeyScope | null;
    /** Audit action of refusals, if it differs from `action`. */
    refusedAs?: AuditAction;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The caller's valid session token; undefined before it was looked up. */
    sessionToken: string | null | undefined;
  }
}

/** Kind of the key in `x-key-use`; null for a direct call, which accepts both. */
export function readKeyKind(request: FastifyRequest): KeyKind | null {
  const use = request.headers['x-key-use'];
  return use === 'session' || use === 'bearer' ? use : null;
}

/** Identifies the caller before the body is read. Throws 401 without a valid key, 403 by role or key scope. */
export function authenticate(app: FastifyInstance, services: Services): void {
  const { settings } = services;
  app.decorateRequest('caller', null);
  app.decorateRequest('sessionToken', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { access, action, otherAction, call, scope } = request.routeOptions.config;
    if (!access) return;
    const key = request.headers[settings.apiKeyHeader];
    if (typeof key === 'string' && key) request.caller = await findRequestCaller(services, key, request);
    if (access === 'user' && !request.caller) throw await sessionRejection(services, key);
    const lacking = request.caller?.requiredFactor;
    if (lacking && !isAllowedWithout(lacking, call)) {
      if (access === 'user') throw factorRequired(lacking);
      // The call is open to everyone, so this caller counts as anonymous.
      request.caller = null;
    }
    if (request.caller) await renewSessionToken(services, request.caller, request, reply);
    const mayDo = (one?: Action) => one !== undefined && scopeOf(request.caller ?? { role: null }, one) !== null;
    if (action && !mayDo(action) && !mayDo(otherAction)) {
      throw withAudit(forbidden(), refusalEntry(action, 'role', targetOfRequest(request)));
    }
    if (scope && request.caller?.keyScopes?.includes(scope) === false) {
      throw withAudit(
        forbidden(missingScopeText(scope)),
        refusalEntry(action ?? call ?? '', 'scope', targetOfRequest(request)),
      );
    }
  });
}

export async function findRequestCaller(
  services: Services,
  key: string,
  request: FastifyRequest,
): Promise<Caller | null> {
  const { settings } = services;
  const address = clientAddress(request, settings.trustedGateways);
  // A session can be ended from any address.
  const checked = request.routeOptions.config.call === sessionCalls.logoutApiUser.name ? null : address;
  const token = tokenIn(request, settings);
  const caller = await findCallerAndMarkKeyUsed(services, key, readKeyKind(request), token, checked);
  return caller && { ...caller, requestId: request.id, clientAddress: address };
}

function tokenIn({ headers }: FastifyRequest, { sessionTokenHeader }: Services['settings']): string | null {
  const token = sessionTokenHeader && headers[sessionTokenHeader];
  return typeof token === 'string' && token ? token : null;
}

/** Sends a renewed session token in the header. Returns the valid token, or null; an outdated one does not fail. */
export async function renewSessionToken(
  { db, clock, settings }: Services,
  { sessionId, token: found }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  if (request.sessionToken !== undefined && request.caller?.sessionId === sessionId) return request.sessionToken;
  const header = settings.sessionTokenHeader;
  const token = tokenIn(request, settings);
  if (sessionId === undefined || !token) return null;
  const { valid, renewed } = found ? await acceptAndRenewSessionToken(db, clock, sessionId, found) : { valid: false };
  if (renewed && header) reply.header(header, renewed);
  request.sessionToken = renewed ?? (valid ? token : null);
  return request.sessionToken;
}
