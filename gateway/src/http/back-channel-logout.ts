import { backChannelLogoutCalls, maxLogoutToken } from '@console/contract/calls/back-channel-logout';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { callContextOf } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import { limitRequests } from './limit-requests.ts';
import { sendNotFound } from './web.ts';

/** Includes the form's name, and encoded letters of a token. */
const bodyLimit = maxLogoutToken + 1_024;

type LogoutRequest = FastifyRequest<{ Params: { organisation: string }; Body: URLSearchParams }>;

/** `/sso/logout/{guid}`: provider logouts (OpenID Connect Back-Channel Logout 1.0). The signed token is the only proof: no cookies, no guard. */
export async function backChannelLogoutRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  limitRequests(app, services.shares);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      if (request.headers['content-length'] === undefined) services.shares.chargeBytes(request.sender, body.length);
      done(null, new URLSearchParams(body));
    },
  );
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  // Providers know 200 and 400 only; who is limited can retry.
  app.setErrorHandler((error, request, reply) => {
    const retryAfter = error instanceof GraphQLError ? error.extensions.retryAfter : undefined;
    if (typeof retryAfter === 'number') return reply.code(429).header('retry-after', retryAfter).send(refusal);
    if (error instanceof GraphQLError && Number(error.extensions.httpStatus) >= 500)
      request.log.warn({ err: error }, 'back-channel logout failed');
    return reply.code(400).send(refusal);
  });
  app.post('/sso/logout/:organisation', { bodyLimit }, (request: LogoutRequest, reply) =>
    logOut(request, reply, services),
  );
}

const refusal = { error: 'invalid_request' };

async function logOut(request: LogoutRequest, reply: FastifyReply, services: Services): Promise<FastifyReply> {
  const { productApi, capabilities } = services;
  const call = backChannelLogoutCalls.backChannelLogout;
  const context = { ...callContextOf(request), pool: 'signIn' as const };
  if (!(await capabilities.supports(call.capability, context))) return sendNotFound(reply);
  const [logout_token, another] = request.body.getAll('logout_token');
  if (logout_token === undefined || another !== undefined) return reply.code(400).send(refusal);
  const { organisation } = request.params;
  await productApi.call(call, { body: { organisation: organisation.slice(0, 64), logout_token } }, context);
  return reply.code(200).send({});
}
