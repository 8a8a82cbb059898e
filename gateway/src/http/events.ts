import type { FieldErrorCode } from '@console/contract/errors';
import { fromEventType, toEventType } from '@console/contract/event-types';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readEvents } from '../audit/event-feed.ts';
import { failure, invalid } from '../base/errors.ts';
import { Context } from '../core/context.ts';
import { RequestSession } from '../core/request-session.ts';
import type { Services } from '../core/services.ts';
import { setRateLimitHeaders, spendPoints } from '../graphql/key-budget.ts';
import { defaultPageSize } from '../product-api/paging.ts';
import { readBearerKey } from '../session/request-check.ts';
import { limitRequests } from './limit-requests.ts';
import { acceptKey } from './log-caller.ts';
import { logKeyRequests } from './log-key-requests.ts';
import { sendNotFound } from './web.ts';

type EventsRequest = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

const names = ['organisationId', 'types', 'first', 'after'];

export async function eventRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  logKeyRequests(app, services, 'GET /events');
  limitRequests(app, services.shares);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'accept-encoding, authorization' });
    done();
  });
  app.get('/events', { exposeHeadRoute: false }, (request: EventsRequest, reply) =>
    sendEvents(request, reply, services),
  );
}

async function sendEvents(request: EventsRequest, reply: FastifyReply, services: Services): Promise<FastifyReply> {
  const bearerKey = readBearerKey(request);
  if (bearerKey === null)
    throw failure('UNAUTHENTICATED', 'Send an API key as a Bearer token.', { responseStatus: 401 });
  const session = new RequestSession(services, { hasGuard: false, pageSecretHash: null, bearerKey });
  request.consoleSession = session;
  const context = new Context(request, services, session);
  const args = argumentsOf(request.query);
  spendPoints(context, 1 + (args.first ?? defaultPageSize), 'A page of events');
  const page = await readEvents(args, context);
  acceptKey(request, context);
  setRateLimitHeaders(reply, context);
  if (page === null) return sendNotFound(reply);
  const { hasNextPage, endCursor } = page.pageInfo;
  const events = page.nodes.map((event) => ({ ...event, type: fromEventType(event.type) }));
  return reply.send({ events, hasNextPage, endCursor });
}

/** Arguments of `Query.events`; `types` with commas or repeated. INVALID by name. */
function argumentsOf(query: EventsRequest['query']) {
  const problem = (path: string, code: FieldErrorCode, message: string) =>
    invalid([{ path: names.includes(path) ? path : 'query', code, message }]);
  for (const name of Object.keys(query))
    if (!names.includes(name)) throw problem(name, 'UNKNOWN', 'has an unknown parameter');
  const one = (name: string): string | undefined => {
    const value = query[name];
    if (Array.isArray(value)) throw problem(name, 'TAKEN', 'must be given once');
    return value;
  };
  const first = one('first');
  if (first !== undefined && !/^\d{1,4}$/.test(first)) throw problem('first', 'FORMAT', 'must be a whole number');
  const types = query.types === undefined ? undefined : [query.types].flat().flatMap((text) => text.split(','));
  return {
    organisationId: one('organisationId'),
    types: types?.map((name) => {
      const type = toEventType(name);
      if (type === null) throw problem('types', 'UNKNOWN', 'has an unknown type');
      return type;
    }),
    first: first === undefined ? undefined : Number(first),
    after: one('after'),
  };
}
