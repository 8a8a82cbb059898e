import { createHash } from 'node:crypto';
import { pendingCalls } from '@console/contract/calls/pending';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { callContextOf } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import { limitRequests } from './limit-requests.ts';
import { sendNotFound } from './web.ts';

type UnsubscribeRequest = FastifyRequest<{ Querystring: { token?: string | string[] } }>;

/** The body is not read: the link says everything. */
const bodyLimit = 4_096;

/** Tokens of our platform have 43 characters. */
const longestToken = 200;

/** `/unsubscribe` ends pending items emails. GET only asks, because mail scanners open links; POST needs no session or script (RFC 8058). */
export async function unsubscribeRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  limitRequests(app, services.shares);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null, undefined));
  app.setErrorHandler((error, request, reply) => {
    const { code, httpStatus, retryAfter } = error instanceof GraphQLError ? error.extensions : {};
    if (code === 'TOKEN_INVALID') return sendPage(reply, 422, pages.expired);
    if (typeof retryAfter === 'number')
      return sendPage(reply.header('retry-after', retryAfter), 429, pages.tooMany(retryAfter));
    const status = Number(httpStatus ?? (error as { statusCode?: number }).statusCode ?? 500);
    if (status >= 500) request.log.warn({ err: error }, 'emails not stopped');
    return sendPage(reply, status, pages.failed);
  });
  app.get('/unsubscribe', async (request: UnsubscribeRequest, reply) => {
    if (tokenOf(request) === null || !(await isSupported(services, request))) return reply.callNotFound();
    return sendPage(reply, 200, pages.question);
  });
  app.post('/unsubscribe', { bodyLimit }, async (request: UnsubscribeRequest, reply) => {
    const token = tokenOf(request);
    if (token === null || !(await isSupported(services, request))) return sendNotFound(reply);
    const context = { ...callContextOf(request), pool: 'signIn' as const };
    await services.productApi.call(pendingCalls.endPendingEmails, { body: { token } }, context);
    return sendPage(reply, 200, pages.done);
  });
}

const tokenOf = ({ query: { token } }: UnsubscribeRequest): string | null =>
  typeof token === 'string' && token !== '' && token.length <= longestToken ? token : null;

async function isSupported({ capabilities }: Services, request: FastifyRequest): Promise<boolean> {
  const context = { ...callContextOf(request), pool: 'signIn' as const };
  return capabilities.supports(pendingCalls.endPendingEmails.capability, context);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem }
button { font: inherit; min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 8px; background: #1864ab; color: #fff }
a { color: LinkText }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  title: string;
  body: string;
}

const profile = '<p>You can change this in your <a href="/profile">profile</a>.</p>';

const pages = {
  question: {
    title: 'Stop emails about pending items?',
    body: `<p>You will no longer receive emails about your pending items. Other emails continue.</p>
<form method="post"><button>Stop emails</button></form>
${profile}`,
  },
  done: {
    title: 'Emails about pending items stopped',
    body: '<p>You will not receive them again. You can turn them on in your <a href="/profile">profile</a>.</p>',
  },
  expired: {
    title: 'This link has expired',
    body: `<p>The link is more than a year old, or it is not complete.</p>\n${profile}`,
  },
  tooMany: (seconds: number): Page => ({
    title: 'Too many attempts',
    body: `<p>Try again in ${seconds} seconds.</p>`,
  }),
  failed: { title: 'Could not stop the emails', body: '<p>Nothing was changed. Try again in a minute.</p>' },
};

const sendPage = (reply: FastifyReply, status: number, { title, body }: Page) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Console</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`);
