import { texts } from '@console/contract/rules';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { Failure, notFound } from '../base/failure.ts';
import { isDatabaseUnavailable } from '../database/database.ts';
import { refusalOfRequest } from './refusal-of-request.ts';
import { securityHeaders } from './security-headers.ts';

const frameworkTexts: Record<number, string> = {
  400: 'The request is not valid JSON.',
  413: 'The request is too large.',
  414: 'The URL is too long.',
  415: 'The content type is not supported.',
};

/** Sends failures as specified and audits refusals; logs unexpected errors and sends 'Request Failed'. */
export function handleErrors(app: FastifyInstance, services: Services): void {
  const { settings, refusals } = services;
  app.setErrorHandler<FastifyError | Failure | Error>(async (error, request, reply) => {
    if (error instanceof Failure) {
      await audit(error, request);
      const { retry_after, code, codes, session_end, ...spec } = error.body;
      return reply
        .code(error.status)
        .headers(error.headers)
        .send(settings.extensions ? error.body : spec);
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status >= 400 && status < 500)
      return reply.code(status).send({ message: frameworkTexts[status] ?? texts.requestFailed });
    request.log.error({ err: error }, 'call failed');
    if (isDatabaseUnavailable(error))
      return reply.code(503).header('retry-after', '1').send({ message: texts.requestFailed });
    return reply.code(500).send({ message: texts.requestFailed });
  });
  const audit = async (failure: Failure, request: FastifyRequest) => {
    try {
      const refusal = await refusalOfRequest(failure, request, services);
      if (refusal) await refusals.record(refusal);
    } catch (err) {
      request.log.error({ err }, 'refusal not recorded in the activity log');
    }
  };
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = notFound();
    return reply.code(status).send(body);
  });
}

/** Malformed URLs match no route. The default response of the framework would quote the URL. */
export function handleBadUrl({ statusCode: status = 400 }: FastifyError, _request: unknown, reply: FastifyReply) {
  reply
    .code(status)
    .headers(securityHeaders)
    .send({ message: status === 400 ? 'The URL is not valid.' : frameworkTexts[status] });
}
