import type { ServerMetrics } from '@console/contract/metrics';
import type { Span } from '@console/contract/traces';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Destination and minimum level of the log; `false` disables it. */
export type LogOptions = false | { level?: string; stream?: { write(line: string): void } };

/** Structured log lines with method, path, status, time and request id, and never a body, a header, a query or a key. */
export function loggerOptions(options: LogOptions): FastifyServerOptions['logger'] {
  if (options === false) return false;
  return {
    level: options.level ?? 'info',
    ...(options.stream && { stream: options.stream }),
    base: { room: 'platform' },
    serializers: { err: describeError, req: () => ({}), res: () => ({}) },
    // A second protection: our own code logs none of these.
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
    /** Of a check of the seal of the activity, for the line in the log. */
    sealCheck: 'intact' | 'broken' | 'head_differs' | null;
    /** Null without traces. */
    span: Span | null;
  }
}

/** Logs one line for each response, and counts it. */
export function logResponses(app: FastifyInstance, metrics: ServerMetrics | undefined): void {
  app.decorateRequest('sealCheck', null);
  app.decorateRequest('span', null);
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { routeOptions, sealCheck, span } = request;
    // The route's pattern, because an unknown path may contain anything.
    const path = routeOptions.url ?? '(unknown)';
    const seal = sealCheck && { seal: sealCheck };
    const trace = span?.traceId && { traceId: span.traceId };
    request.log.info({ method: request.method, path, status: reply.statusCode, ms, ...seal, ...trace }, 'answered');
    if (!metrics || path.startsWith('/health/')) return;
    const operation = routeOptions.config.call ?? 'other';
    metrics.count('console_requests_total', { operation, code: String(reply.statusCode) });
    metrics.observe('console_request_duration_seconds', { operation }, reply.elapsedTime);
    if (sealCheck) metrics.count('console_seal_checks_total', { outcome: sealCheck });
  });
}

/** Describes an error without the values in a database's errors (parameters, rows, quoted input). */
export function describeError(error: unknown): { type: string; message: string; stack: string } {
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
