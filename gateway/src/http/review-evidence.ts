import { reviewsCalls } from '@console/contract/calls/reviews';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import { Context } from '../core/context.ts';
import { RequestSession } from '../core/request-session.ts';
import type { Services } from '../core/services.ts';
import { setRateLimitHeaders, spendPoints } from '../graphql/key-budget.ts';
import { recordOf, textOf } from '../product-api/shape.ts';
import { readBearerKey, readSessionCookie } from '../session/request-check.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { limitRequests } from './limit-requests.ts';
import { acceptKey } from './log-caller.ts';
import { logKeyRequests } from './log-key-requests.ts';
import { sendNotFound } from './web.ts';

const call = reviewsCalls.accessReviewEvidence;
const formats = {
  html: { kind: 'HTML', type: 'text/html; charset=utf-8' },
  pdf: { kind: 'PDF', type: 'application/pdf' },
  csv: { kind: 'CSV', type: 'text/csv; charset=utf-8' },
} as const;
const points = 100;

type EvidenceRequest = FastifyRequest<{ Params: { review: string; format: string } }>;

/** `/files/access-reviews/{review}/{html|pdf|csv}`: evidence, for a session or key that may read the review. */
export async function reviewEvidenceRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  logKeyRequests(app, services, 'GET /files/access-reviews');
  limitRequests(app, services.shares);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'authorization, cookie' });
    done();
  });
  app.get('/files/access-reviews/:review/:format', { exposeHeadRoute: false }, (request: EvidenceRequest, reply) =>
    sendEvidence(request, reply, services),
  );
}

const isFormat = (text: string): text is keyof typeof formats => Object.hasOwn(formats, text);

async function sendEvidence(request: EvidenceRequest, reply: FastifyReply, services: Services): Promise<FastifyReply> {
  const { review, format } = request.params;
  if (!isFormat(format) || !/^\d{1,9}$/.test(review)) return sendNotFound(reply);
  const session = await openSession(request, services);
  request.consoleSession = session;
  const context = new Context(request, services, session);
  spendPoints(context, points, 'A file');
  await readCaller(context.api);
  if (session.isBearer) acceptKey(request, context);
  setRateLimitHeaders(reply, context);
  if (!(await supportsCall(context, call))) return sendNotFound(reply);
  const { kind, type } = formats[format];
  const { accessReviewEvidence } = await context.api.call(call, { query: { reviewId: review, kind } });
  const { fileName, content } = recordOf(accessReviewEvidence);
  const name = textOf(fileName)?.replace(/[^\w.-]/g, '-') ?? `access-review-${review}.${format}`;
  reply.headers({
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `attachment; filename="${name}"`,
  });
  return reply.type(type).send(Buffer.from(textOf(content) ?? '', 'base64'));
}

async function openSession(request: EvidenceRequest, services: Services): Promise<RequestSession> {
  const bearerKey = readBearerKey(request);
  const none = { hasGuard: false, pageSecretHash: null };
  if (bearerKey !== null) return new RequestSession(services, { ...none, bearerKey });
  const session = await readSessionCookie(request, services);
  if (session === null || typeof session === 'string')
    throw failure('UNAUTHENTICATED', 'Sign in to continue.', { responseStatus: 401 });
  // No session token: a link of a page sets no cookie, so a renewed token would be lost.
  return new RequestSession(services, { ...none, session: { ...session, token: null } });
}
