import type { FastifyInstance, FastifyServerOptions } from 'fastify';

/** Where log lines go and from which level on; `false`: nowhere. */
export type LogOptions = false | { level?: string; stream?: { write(line: string): void } };

/** Structured lines that hold method, path, status, time and request id, and never a body, a header, a query or a key. */
export function loggerOptions(options: LogOptions): FastifyServerOptions['logger'] {
  if (options === false) return false;
  return {
    level: options.level ?? 'info',
    ...(options.stream && { stream: options.stream }),
    base: { room: 'platform' },
    serializers: { err: describeError, req: () => ({}), res: () => ({}) },
    // A second net: nothing of ours logs these.
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

/** One line for each answer, whatever it was. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { routeOptions } = request;
    // The route's pattern, not the address: a path that nobody knows may hold anything.
    const path = routeOptions.url ?? '(unknown)';
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'answered');
  });
}

/** An error without the values that a database puts into its errors (parameters, rows, quoted input). */
export function describeError(error: unknown): { type: string; message: string; stack: string } {
  const { name, code, message, stack, constraint, severity, cause } = error as Error & Record<string, unknown>;
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  const said = severity ? `database error ${code}${constraint ? ` (${constraint})` : ''}` : String(message ?? error);
  return {
    type: String(name ?? 'Error'),
    message: said,
    stack: frames,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  };
}
