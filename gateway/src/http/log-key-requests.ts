import { maxOperationName } from '@console/contract/calls/gateway-reports';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../core/services.ts';
import type { OperationCheck } from '../core/validated-operation.ts';
import { recordOf } from '../product-api/shape.ts';
import { readBearerKey } from '../session/request-check.ts';

/** Logs requests with an API key accepted in the last hour. `operation` names a REST request. */
export function logKeyRequests(
  app: FastifyInstance,
  { keyRequestLog, shares, clock }: Services,
  operation: string | ((request: FastifyRequest) => string) | null,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (readBearerKey(request) !== null)
      request.keyRequest = {
        arrivedAt: clock(),
        operation: typeof operation === 'function' ? operation(request) : operation,
        code: null,
        cost: null,
      };
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { keyRequest, sender, operationLog } = request;
    if (keyRequest && shares.isAccepted(sender)) {
      const { arrivedAt, ...rest } = keyRequest;
      keyRequestLog.add({
        ...rest,
        key_hash: Buffer.from(sender.credential, 'base64url').toString('hex'),
        at: arrivedAt.toISOString(),
        code: keyRequest.code ?? operationLog?.code ?? codeOfStatus(reply),
        ms: Math.round(reply.elapsedTime),
        request_id: request.id,
      });
    }
    done();
  });
}

/** The response has no body of ours. */
function codeOfStatus({ statusCode }: FastifyReply): string | null {
  if (statusCode < 400) return null;
  if (statusCode >= 500) return 'INTERNAL';
  return statusCode === 404 ? 'NOT_FOUND' : 'INVALID';
}

/** The given operation name, for a document that cannot be parsed. */
export function noteGivenName({ keyRequest, body }: FastifyRequest): void {
  const { operationName } = recordOf(body);
  if (keyRequest && typeof operationName === 'string' && /^[A-Za-z_]\w*$/.test(operationName))
    keyRequest.operation = operationName.slice(0, maxOperationName);
}

export const noteOperationName: OperationCheck = ({ operation, context: { keyRequest } }) => {
  if (keyRequest && operation) keyRequest.operation = operation.name?.value.slice(0, maxOperationName) ?? null;
};
