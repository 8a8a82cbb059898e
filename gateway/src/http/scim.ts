import { scimMaxBytes } from '@console/contract/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { callContextOf } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import { CallRefused } from '../product-api/bulkhead.ts';
import { limitRequests } from './limit-requests.ts';
import { sendNotFound } from './web.ts';

/** Deadline of a write, which must end before providers repeat it. */
const deadlineMs = 30_000;
const requestHeaders = ['authorization', 'accept', 'content-type', 'if-match', 'if-none-match'] as const;
const responseHeaders = ['content-type', 'etag', 'location', 'retry-after', 'www-authenticate'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type ScimRequest = FastifyRequest<{ Body: Buffer | undefined }>;

/** `/scim/v2/*`: passes identity providers' requests to our platform, with their key and without cookies. */
export async function scimRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  limitRequests(app, services.shares);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: scimMaxBytes }, (request, body, done) => {
    if (request.headers['content-length'] === undefined) services.shares.chargeBytes(request.sender, body.length);
    done(null, body);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    const extensions = error instanceof GraphQLError ? error.extensions : { httpStatus: statusCode };
    const status = Number(extensions.httpStatus);
    if (status >= 500) request.log.error({ err: error }, 'SCIM request failed');
    if (extensions.retryAfter !== undefined) reply.header('retry-after', Number(extensions.retryAfter));
    return sendError(reply, status, error instanceof GraphQLError ? error.message : textOf(status));
  });
  const passOn = (request: ScimRequest, reply: FastifyReply) => passRequestOn(request, reply, services);
  for (const url of ['/scim/v2', '/scim/v2/*'])
    app.route({ method: [...methods], url, bodyLimit: scimMaxBytes, exposeHeadRoute: false, handler: passOn });
}

/** Not Fastify's text, which may quote the request. */
const textOf = (status: number): string => {
  if (status === 413) return 'The request is too large.';
  return status < 500 ? 'The request cannot be read.' : 'The request failed. Try again later.';
};

function sendError(reply: FastifyReply, status: number, detail: string): FastifyReply {
  const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), detail };
  return reply.code(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

/** Dot segments and encoded slashes, which a proxy could resolve to a path outside SCIM. */
const leadsOutside = /(^|\/)(\.|%2e){1,2}(\/|$)|\\|%2f|%5c/i;

const passedHeaders = ({ headers }: ScimRequest): Record<string, string> =>
  Object.fromEntries(requestHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

async function passRequestOn(request: ScimRequest, reply: FastifyReply, services: Services): Promise<FastifyReply> {
  const { productApi, capabilities, shares } = services;
  const context = { ...callContextOf(request), deadlineMs, headers: passedHeaders(request) };
  if (!(await capabilities.supports('extensions', context))) return sendNotFound(reply);
  const [path = ''] = request.url.split('?', 1);
  if (leadsOutside.test(path)) return sendError(reply, 404, 'Not found.');
  const out = {
    pool: 'other' as const,
    method: request.method as (typeof methods)[number],
    ...(request.body && request.body.length > 0 && { body: request.body }),
  };
  const answer = await productApi.open(request.url, context, out).catch((thrown: unknown) => {
    if (!(thrown instanceof CallRefused)) request.log.warn({ err: thrown }, 'SCIM request not passed on');
    return thrown instanceof CallRefused ? thrown : null;
  });
  if (answer === null || answer instanceof CallRefused) {
    reply.header('retry-after', answer?.retryAfter ?? 1);
    return answer?.code === 'RATE_LIMITED'
      ? sendError(reply, 429, 'Too many requests. Try again later.')
      : sendError(reply, 503, 'The request failed. Try again later.');
  }
  const { statusCode, headers, body } = answer;
  // From here on the request counts for its key instead of all senders without a key at this IP address.
  if (statusCode < 400) shares.accept(request.sender, request.sender.credential);
  for (const name of responseHeaders) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(statusCode).send(body);
}
