import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../core/services.ts';
import { sdlFile } from '../graphql/schema.ts';
import { admitReader } from './audience.ts';
import { limitRequests } from './limit-requests.ts';

export const docsFolder = 'docs';

/** Everything comes from this origin; nothing is inline. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `/schema.graphql` for those who can introspect it, compressed on first use. */
async function schemaRoute(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const text = readFileSync(sdlFile);
  let packed: Promise<Buffer> | undefined;
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  limitRequests(app, services.shares);
  app.get('/schema.graphql', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
    if (!(await admitReader(request, reply, services, services.settings.introspection))) return reply;
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type('text/plain; charset=utf-8');
    const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? '');
    if (!takesBrotli) return reply.send(text);
    packed ??= promisify(brotliCompress)(text);
    return reply.header('content-encoding', 'br').send(await packed);
  });
}

/** Seconds until a browser retries pages that are being built. */
const reloadSeconds = 3;
const waitingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>Documentation</title>
</head>
<body>
<p>The documentation is being prepared. This page reloads by itself.</p>
</body>
</html>
`;

/** Announces the pages as an unavailable service, so that no cache or monitor takes it for a page. */
const sendWaitingPage = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({ 'retry-after': reloadSeconds, 'cache-control': 'no-store', 'content-security-policy': pagePolicy })
    .type('text/html; charset=utf-8')
    .send(waitingPage);

interface PageOptions {
  services: Services;
  root: string;
  isBeingMade: () => boolean;
}

/** `/docs/`: pages of the build, also while it runs. */
async function pageRoutes(app: FastifyInstance, { services, root, isBeingMade }: PageOptions) {
  limitRequests(app, services.shares);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (!(await admitReader(request, reply, services, services.settings.docs))) return reply;
    if (isBeingMade()) return sendWaitingPage(reply);
  });
  await app.register(fastifyStatic, {
    root,
    prefix: `/${docsFolder}`,
    // The folder may not exist yet.
    suppressWarning: true,
    redirect: true,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply, path) {
      if (/\.html(\.br)?$/.test(path)) reply.header('content-security-policy', pagePolicy);
    },
  });
}

export async function documentationRoutes(
  app: FastifyInstance,
  {
    services,
    webDir,
    isBeingMade = () => false,
  }: { services: Services; webDir: string | undefined; isBeingMade: (() => boolean) | undefined },
): Promise<void> {
  const { introspection, docs } = services.settings;
  const root = webDir === undefined ? null : join(webDir, docsFolder);
  if (introspection !== 'off') await app.register(schemaRoute, { services });
  if (docs !== 'off' && root !== null && (isBeingMade() || existsSync(join(root, 'index.html'))))
    await app.register(pageRoutes, { services, root, isBeingMade });
}
