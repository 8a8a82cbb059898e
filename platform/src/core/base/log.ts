import { addressFields } from '@console/server-base/log-addresses';
import type { ServerMetrics } from '@console/server-base/metrics';
import type { Span } from '@console/server-base/traces';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { clientAddress } from './client-address.ts';
import { runForRequest } from './request-account.ts';
import type { PlatformSettings } from './settings.ts';

export type LogOptions = false | { level?: string; stream?: { write(line: string): void } };

/** Logs method, path, status, caller, time and request id, never a body, header, query or key. */
export function loggerOptions(options: LogOptions): FastifyServerOptions['logger'] {
  if (options === false) return false;
  return {
    level: options.level ?? 'info',
    ...(options.stream && { stream: options.stream }),
    base: { room: 'platform' },
    serializers: { err: describeError, req: () => ({}), res: () => ({}) },
    // Redaction is a second protection: our own code logs none of these.
    redact: [
      'headers',
      'body',
      'query',
      'cause.params',
      '*.password',
      '*.otp',
      '*.api_key',
      '*.session_token',
      '*.client_secret',
    ],
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Result of a check of the hash chain, for the log line. */
    sealCheck: 'intact' | 'broken' | 'head_differs' | null;
    span: Span | null;
    /** Account of a request without a caller, such as a sign-in, for the log line. */
    accountId: number | null;
    /** Rejected key, for the log line. */
    keyId: number | null;
  }
}

export function logResponses(
  app: FastifyInstance,
  settings: PlatformSettings,
  metrics: ServerMetrics | undefined,
): void {
  const callerFields = callerFieldsOf(settings);
  app.decorateRequest('sealCheck', null);
  app.decorateRequest('span', null);
  app.decorateRequest('accountId', null);
  app.decorateRequest('keyId', null);
  // After the body was read: reading it runs in the context of the connection, which has no request.
  app.addHook('preValidation', (request, _reply, done) => (request.caller ? done() : runForRequest(request, done)));
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { routeOptions, sealCheck, span } = request;
    // The route's pattern, because an unknown path may contain anything.
    const path = routeOptions.url ?? '(unknown)';
    const seal = sealCheck && { seal: sealCheck };
    const trace = span?.traceId && { traceId: span.traceId };
    const line = { method: request.method, path, status: reply.statusCode, ...callerFields(request), ms };
    request.log.info({ ...line, ...seal, ...trace }, 'answered');
    if (!metrics || path.startsWith('/health/')) return;
    const operation = routeOptions.config.call ?? 'other';
    metrics.count('console_requests_total', { operation, code: String(reply.statusCode) });
    metrics.observe('console_request_duration_seconds', { operation }, reply.elapsedTime);
    if (sealCheck) metrics.count('console_audit_chain_checks_total', { outcome: sealCheck });
  });
}

/** Sender of a request: user, API key, or address with the account. Ids are strings, as in the gateway's log. */
function callerFieldsOf({ logAddresses, gatewaySecrets, secrets, trustedGateways }: PlatformSettings) {
  const fieldsOf = addressFields(logAddresses, gatewaySecrets.length > 0 ? gatewaySecrets : secrets);
  return (request: FastifyRequest): object => {
    const { caller, accountId } = request;
    const keyId = caller?.apiKeyId ?? request.keyId;
    if (keyId !== null) return { keyId: String(keyId) };
    if (caller) return { userId: String(caller.userId) };
    const account = accountId !== null && { accountId: String(accountId) };
    return { ...account, ...fieldsOf(clientAddress(request, trustedGateways)) };
  };
}

/** Describes an error without the values in a database's errors (parameters, rows, quoted input). */
function describeError(error: unknown): { type: string; message: string; stack: string } {
  const { name, code, message, stack, constraint, severity, cause } = error as Error & Record<string, unknown>;
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const text = severity ? `database error ${code}${constraint ? ` (${constraint})` : ''}` : String(message ?? error);
  return {
    type: String(name ?? 'Error'),
    message: text,
    stack: frames,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}
