import { errorCodes } from '@console/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { OperationLog } from './format-error.ts';

/** Runs an operation in its own span, if its request has one. Calls are steps of it. */
export async function traceOperation<T>(
  { spans }: FastifyRequest,
  log: OperationLog,
  run: () => Promise<T>,
): Promise<T> {
  if (!spans) return run();
  const span = spans.request.child(log.operation, 'internal');
  spans.innermost = span;
  try {
    return await run();
  } finally {
    const { operation, code = 'OK' } = log;
    const status = (errorCodes as Readonly<Record<string, number>>)[code] ?? 200;
    span.end({ 'graphql.operation.name': operation, 'console.outcome': code }, status >= 500);
  }
}
